import { Pause, Play } from "lucide-react";
import { setMotionPaused, useMotionPaused } from "~/lib/pause-motion";
import { IconButton, type IconButtonStyle } from "~/ui/button";

interface PauseMotionSwitchProps extends IconButtonStyle {
  name?: string | undefined;
  /** Layout only: margins, print. */
  className?: string;
}

/** The site-wide switch that stops all automatic motion (WCAG 2.2.2). The choice is stored. */
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
