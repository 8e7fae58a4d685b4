import { useInView } from "framer-motion";
import type { RefObject } from "react";
import { useMotionPaused } from "~/lib/pause-motion";

/**
 * The fade of a section, once, when a tenth of it is in the window. The section is transparent only from the moment its
 * first line enters the window until then, so that no content depends on this script.
 */
export function useReveal(section: RefObject<HTMLElement>): "waiting" | "shown" | undefined {
  const paused = useMotionPaused();
  const hasEntered = useInView(section, { once: true });
  const isSeen = useInView(section, { once: true, amount: 0.1 });
  // Of a very high section a tenth may never fit into the window.
  const isHalfway = useInView(section, { once: true, margin: "-50% 0px" });
  if (isSeen || isHalfway) return "shown";
  return hasEntered && !paused ? "waiting" : undefined;
}

/** Classes of a section that fades in. */
export const revealStyle =
  "data-[reveal=shown]:transition-opacity data-[reveal=shown]:duration-500 data-[reveal=waiting]:not-print:opacity-0";
