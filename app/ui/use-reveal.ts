import { useEffect, type RefObject } from "react";
import { useMotionPaused } from "~/lib/pause-motion";

/** Part of a section that has to be seen before it fades in. */
const REVEAL_AT = 0.1;

/** A tenth of a section that is taller than the window may never be in it: half of the window is enough. */
const WINDOW_PART = 0.5;

/** Halves down to sections of 150 windows: one of them lies between half a window and a whole one. */
const THRESHOLDS = [0, ...Array.from({ length: 6 }, (_, halvings) => REVEAL_AT / 2 ** halvings)];

/**
 * Fades an element in once, when a tenth of it, or half a window of it, is in the window. It is hidden only from the
 * moment its first line enters until then, so that nothing depends on this script to be seen.
 */
export function useReveal(element: RefObject<HTMLElement>): void {
  const paused = useMotionPaused();
  useEffect(() => {
    const target = element.current;
    if (!target || paused || target.dataset.reveal === "shown") return;
    const show = () => {
      target.dataset.reveal = "shown";
      observer.disconnect();
    };
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (!entry?.isIntersecting) return;
        const fillsWindow = entry.intersectionRect.height >= WINDOW_PART * window.innerHeight;
        if (entry.intersectionRatio >= REVEAL_AT || fillsWindow) show();
        else target.dataset.reveal = "waiting";
      },
      { threshold: THRESHOLDS },
    );
    observer.observe(target);
    return () => {
      observer.disconnect();
      if (target.dataset.reveal === "waiting") target.dataset.reveal = "shown";
    };
  }, [element, paused]);
}
