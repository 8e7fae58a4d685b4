import { Pause, Play } from "lucide-react";
import { setMotionPaused, useMotionPaused } from "~/lib/pause-motion";

/** The one switch that stops everything that moves by itself, on every page, remembered (WCAG 2.2.2). */
export function PauseMotionSwitch() {
  const paused = useMotionPaused();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={paused}
      className="icon-btn small scripted motion-switch"
      aria-label="Pause motion"
      title="Pause motion"
      onClick={() => setMotionPaused(!paused)}
    >
      {paused ? (
        <Play className="i" aria-hidden="true" />
      ) : (
        <Pause className="i" aria-hidden="true" />
      )}
    </button>
  );
}
