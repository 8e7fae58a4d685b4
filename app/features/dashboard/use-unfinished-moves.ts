import { createPath, useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import { useBrowserLayoutEffect } from "~/lib/hydration";

/**
 * Finishes the moves that Remix does not. Where a script of the next page does not come, Remix reloads this page: its
 * target is loaded as a document instead. A move that has become a document, and is stopped or comes back from the
 * browser's cache, ends.
 */
export function useUnfinishedMoves(): void {
  const { location } = useNavigation();
  const isRevalidating = useRevalidator().state === "loading";
  const navigate = useNavigate();
  // Before the script of the next page can fail.
  useBrowserLayoutEffect(() => {
    if (!location && !isRevalidating) return;
    const { origin, href } = window.location;
    const target = location ? origin + createPath(location) : href;
    const moves = new AbortController();
    const { signal } = moves;
    let isDocument = false;
    const stay = () => {
      const { pathname, search } = window.location;
      navigate(pathname + search, { replace: true, preventScrollReset: true });
    };
    const watch = (event: NavigateEvent) => {
      isDocument = event.destination.url === target && !event.destination.sameDocument;
      if (event.navigationType !== "reload" || event.userInitiated || !location) return;
      moves.abort();
      event.preventDefault();
      window.location.assign(target);
    };
    const { navigation } = window as { navigation?: Navigation }; // browsers before 2026 have none
    navigation?.addEventListener("navigate", watch, { signal });
    navigation?.addEventListener("navigateerror", () => isDocument && stay(), { signal });
    window.addEventListener("pageshow", ({ persisted }) => persisted && stay(), { signal });
    return () => moves.abort();
  }, [location, isRevalidating, navigate]);
}
