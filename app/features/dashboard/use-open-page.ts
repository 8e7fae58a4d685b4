import { useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useBrowserLayoutEffect } from "~/lib/hydration";
import { keepDisplayed, type Answer } from "./browser-answers";

/** Interval at which an open page looks whether it has to ask again, in milliseconds. */
const LOOK_MS = 500;

/**
 * Keeps an open page as it is while it is loaded again: what it displays when no answer comes, and its scroll position.
 *
 * @param wait milliseconds until the page is loaded again, if it is visible then; null for the last answer
 * @returns a key of the last move
 */
export function useOpenPage(answer: Answer, wait: number | null): string {
  const { pathname, search } = useLocation();
  const cameAt = useRef(0);
  useEffect(() => {
    cameAt.current = Date.now();
    keepDisplayed(answer, pathname + search);
  }, [answer, pathname, search]);
  const moveKey = useMoveKey(answer);
  useKeptPlace(answer, moveKey);

  const { state, revalidate } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  useEffect(() => {
    if (wait === null || !isIdle) return;
    const look = () => {
      // A clock that was set back counts as time that has passed.
      const isDue = Math.abs(Date.now() - cameAt.current) >= wait;
      if (isDue && document.visibilityState === "visible") revalidate();
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [wait, isIdle, revalidate]);
  return moveKey;
}

/** The location's key, unless the visitor is there again because a move had no answer: such a move changes nothing. */
function useMoveKey({ lostAt }: Answer): string {
  const { key, pathname, search } = useLocation();
  const address = pathname + search;
  const [last, setLast] = useState({ key, address, moveKey: key });
  if (key === last.key) return last.moveKey;
  const isMove = address !== last.address || lostAt === undefined;
  const moveKey = isMove ? key : last.moveKey;
  setLast({ key, address, moveKey });
  return moveKey;
}

/**
 * Keeps the scroll position when a page is loaded again: Remix's `ScrollRestoration` goes back to where the page was when
 * that load began, which may be seconds ago.
 */
function useKeptPlace(answer: Answer, key: string): void {
  const lastKey = useRef<string | null>(null);
  useBrowserLayoutEffect(() => {
    const isNavigation = lastKey.current !== key;
    lastKey.current = key;
    if (isNavigation) return;
    const { scrollX, scrollY } = window;
    // After the layout effect of `ScrollRestoration`, and before the paint.
    queueMicrotask(() => window.scrollTo(scrollX, scrollY));
  }, [answer, key]);
}
