import { useState } from "react";
import { useMotionPaused } from "~/lib/pause-motion";

/**
 * The pause button of one moving thing. It follows the site-wide switch; what was chosen on the button
 * itself holds until the switch is touched again. `pause` is for a thing that stops by itself, until its button
 * is pressed.
 */
export function usePause(): [paused: boolean, toggle: () => void, pause: () => void] {
  const motionPaused = useMotionPaused();
  const [choice, setChoice] = useState<{ paused: boolean; motionPaused: boolean }>();
  const paused = choice?.motionPaused === motionPaused ? choice.paused : motionPaused;
  const choose = (next: boolean) => setChoice({ paused: next, motionPaused });
  return [paused, () => choose(!paused), () => choose(true)];
}
