import { useEffect, type RefObject } from "react";
import { useMotionPaused } from "~/lib/pause-motion";

/** Part of a section that has to be seen before it fades in. */
const REVEAL_AT = 0.1;

/**
 * Fades an element in once, when a tenth of it is in the window. It is hidden only from the moment its
 * first line enters until then, so that nothing depends on this script to be seen.
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
        if (entry.intersectionRatio >= REVEAL_AT) show();
        else target.dataset.reveal = "waiting";
      },
      { threshold: [0, REVEAL_AT] },
    );
    observer.observe(target);
    return () => {
      observer.disconnect();
      if (target.dataset.reveal === "waiting") target.dataset.reveal = "shown";
    };
  }, [element, paused]);
}
