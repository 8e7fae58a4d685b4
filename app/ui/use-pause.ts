import { useState } from "react";
import { useMotionPaused } from "~/lib/pause-motion";

/**
 * The pause button of one moving thing. It follows the site-wide switch; what was chosen on the button
 * itself holds until the switch is touched again.
 */
export function usePause(): [paused: boolean, toggle: () => void] {
  const motionPaused = useMotionPaused();
  const [choice, setChoice] = useState<{ paused: boolean; motionPaused: boolean }>();
  const paused = choice?.motionPaused === motionPaused ? choice.paused : motionPaused;
  return [paused, () => setChoice({ paused: !paused, motionPaused })];
}
