import { useState } from "react";
import { CarouselControls } from "./carousel/carousel-controls";
import { PauseButton } from "./pause-button";
import { useHoverOrFocus } from "./use-hover-or-focus";
import { useInterval } from "./use-timers";
import { usePause } from "~/lib/pause-motion";

interface RotationOptions {
  count: number;
  everyMs: number;
  running?: boolean;
}

/**
 * Index of the item in front of a carousel that rotates automatically. The rotation stops while it is paused, and while
 * the pointer or the focus is inside the element with the `handlers`.
 */
export function useRotation({ count, everyMs, running = true }: RotationOptions) {
  const [index, setIndex] = useState(0);
  const [paused, togglePause] = usePause();
  const { attended, handlers } = useHoverOrFocus();
  const move = (step: number) => setIndex((current) => (current + step + count) % count);
  // After Play the pointer or the focus is on the button, so the rotation runs nevertheless until both have left.
  const [insisted, setInsisted] = useState(false);
  if (insisted && !attended) setInsisted(false);
  const moving = running && !paused && (insisted || !attended);
  useInterval(moving, everyMs, () => move(1));
  const toggle = () => {
    setInsisted(paused);
    togglePause();
  };
  return { index, count, move, moving, paused, togglePause: toggle, handlers };
}

interface RotationControlsProps {
  rotation: ReturnType<typeof useRotation>;
  /** Name of an item: `step` gives the labels `Next step` and `Pause steps`. */
  what: string;
}

/** Buttons to pause and to move, with the position between them. */
export function RotationControls({ rotation, what }: RotationControlsProps) {
  const { index, count, move, moving, paused, togglePause } = rotation;
  return (
    <CarouselControls what={what} index={index} count={count} moving={moving} onMove={move}>
      <PauseButton what={`${what}s`} tone="bare" paused={paused} onToggle={togglePause} />
    </CarouselControls>
  );
}
