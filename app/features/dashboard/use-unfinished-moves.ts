import { createPath, useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const { navigation } = globalThis as { navigation?: Navigation }; // some browsers have none

/**
 * Loads a pressed link as a document if a script of its page does not come. Remix reloads this page then, perhaps before
 * React has rendered the pending navigation.
 */
export function useLinksWithoutScript(): void {
  useEffect(() => {
    let pressed = "";
    const listening = new AbortController();
    const { signal } = listening;
    const note = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
      const link = target instanceof Element ? target.closest("a") : null;
      const opensElsewhere = ctrlKey || metaKey || shiftKey || Boolean(link?.target);
      pressed = opensElsewhere ? "" : (link?.href ?? "");
    };
    const watch = (event: NavigateEvent) => {
      const target = pressed;
      pressed = ""; // any other navigation ends what was pressed
      if (event.navigationType !== "reload" || event.userInitiated || !target) return;
      event.preventDefault();
      window.location.assign(target);
    };
    document.addEventListener("click", note, { capture: true, signal });
    navigation?.addEventListener("navigate", watch, { signal });
    return () => listening.abort();
  }, []);
}

/** Ends a move that has become a document, and is stopped or comes back from the browser's cache. */
export function useStoppedDocuments(): void {
  const { location } = useNavigation();
  const isRevalidating = useRevalidator().state === "loading";
  const navigate = useNavigate();
  useEffect(() => {
    if (!location && !isRevalidating) return;
    const { origin, href } = window.location;
    const target = location ? origin + createPath(location) : href;
    const listening = new AbortController();
    const { signal } = listening;
    let isDocument = false;
    const stay = () => {
      const { pathname, search } = window.location;
      navigate(pathname + search, { replace: true, preventScrollReset: true });
    };
    const watch = ({ destination }: NavigateEvent) => {
      isDocument = destination.url === target && !destination.sameDocument;
    };
    navigation?.addEventListener("navigate", watch, { signal });
    navigation?.addEventListener("navigateerror", () => isDocument && stay(), { signal });
    window.addEventListener("pageshow", ({ persisted }) => persisted && stay(), { signal });
    return () => listening.abort();
  }, [location, isRevalidating, navigate]);
}
