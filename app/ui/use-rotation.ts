import { useEffect, useState, type FocusEvent } from "react";
import { useMotionPaused } from "~/lib/pause-motion";

interface RotationOptions {
  count: number;
  everyMs: number;
  running?: boolean;
}

/**
 * Index of the item in front of a carousel that rotates automatically. The rotation stops while motion is paused, and
 * while the pointer or the focus is inside the element with the `handlers` (ARIA Authoring Practices, carousel pattern).
 */
export function useRotation({ count, everyMs, running = true }: RotationOptions) {
  const [index, setIndex] = useState(0);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const paused = useMotionPaused();
  const moving = running && !paused && !pointed && !focused;
  const onMove = (step: number) => setIndex((current) => (current + step + count) % count);
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => setIndex((current) => (current + 1) % count), everyMs);
    return () => clearInterval(timer);
  }, [moving, count, everyMs]);
  const handlers = {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
    },
  };
  return { index, handlers, controls: { index, count, moving, onMove } };
}
