import { Pause, Play } from "lucide-react";
import { setMotionPaused, useMotionPaused } from "~/lib/pause-motion";
import { IconButton, type IconButtonStyle } from "~/ui/button";

interface PauseMotionSwitchProps extends IconButtonStyle {
  name?: string | undefined;
  /** Its place: margins, print. */
  className?: string;
}

/** The one switch that stops everything that moves by itself, on every page, remembered (WCAG 2.2.2). */
export function PauseMotionSwitch({
  name = "Pause motion",
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
      aria-label={name}
      title={name}
      onClick={() => setMotionPaused(!paused)}
    >
      <Icon className="icon" />
    </IconButton>
  );
}
