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
 * Which of some things is in front: each in its turn, unless the rotation is paused or somebody points at it or has
 * the focus in it, for which the element around it takes the `handlers`.
 */
export function useRotation({ count, everyMs, running = true }: RotationOptions) {
  const [index, setIndex] = useState(0);
  const [paused, togglePause] = usePause();
  const { attended, handlers } = useHoverOrFocus();
  const move = (step: number) => setIndex((current) => (current + step + count) % count);
  // Who presses Play points at the button or has the focus on it: it turns all the same until they leave.
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
  /** What takes turns: `step` makes `Next step` and `Pause steps`. */
  what: string;
}

/** Pause, previous, where one is, next. */
export function RotationControls({ rotation, what }: RotationControlsProps) {
  const { index, count, move, moving, paused, togglePause } = rotation;
  return (
    <CarouselControls what={what} index={index} count={count} moving={moving} onMove={move}>
      <PauseButton what={`${what}s`} tone="bare" paused={paused} onToggle={togglePause} />
    </CarouselControls>
  );
}
