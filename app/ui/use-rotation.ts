import { useState } from "react";
import { useMotionPaused } from "~/lib/pause-motion";
import { useHoverOrFocus } from "./use-hover-or-focus";
import { useInterval } from "./use-timers";

interface RotationOptions {
  count: number;
  everyMs: number;
  running?: boolean;
}

/**
 * Index of the item in front of a carousel that rotates automatically. The rotation stops while motion is paused, and
 * while the pointer or the focus is inside the element with the `handlers`.
 */
export function useRotation({ count, everyMs, running = true }: RotationOptions) {
  const [index, setIndex] = useState(0);
  const paused = useMotionPaused();
  const { attended, handlers } = useHoverOrFocus();
  const onMove = (step: number) => setIndex((current) => (current + step + count) % count);
  const moving = running && !paused && !attended;
  useInterval(moving, everyMs, () => onMove(1));
  return { index, handlers, controls: { index, count, moving, onMove } };
}
