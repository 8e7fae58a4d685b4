import { Pause, Play } from "lucide-react";
import { setMotionPaused, useMotionPaused } from "~/lib/pause-motion";
import { IconButton, type IconButtonStyle } from "~/ui/button";

interface PauseMotionSwitchProps extends IconButtonStyle {
  /** Its place: margins, print. */
  className?: string;
}

/** The one switch that stops everything that moves by itself, on every page, remembered (WCAG 2.2.2). */
export function PauseMotionSwitch({
  size = "phoneLarge",
  tone,
  className = "",
}: PauseMotionSwitchProps) {
  const paused = useMotionPaused();
  const Icon = paused ? Play : Pause;
  return (
    <IconButton
      role="switch"
      aria-checked={paused}
      size={size}
      tone={tone}
      className={`noscript:hidden ${className}`}
      aria-label="Pause motion"
      title="Pause motion"
      onClick={() => setMotionPaused(!paused)}
    >
      <Icon className="icon" aria-hidden="true" />
    </IconButton>
  );
}
