import { Pause, Play } from "lucide-react";
import { setMotionPaused, useMotionPaused } from "~/lib/pause-motion";
import { IconButton, type IconButtonStyle } from "~/ui/button";
import { usePageHandle } from "./page-handle";

interface PauseMotionSwitchProps extends Pick<IconButtonStyle, "size" | "className"> {
  name?: string | undefined;
}

/** The site-wide switch that stops all automatic motion (WCAG 2.2.2), in the header of each page with scripts. */
export function PauseMotionSwitch({
  name = "Pause motion",
  size = "phoneLarge",
  className = "",
}: PauseMotionSwitchProps) {
  const paused = useMotionPaused();
  // Nothing moves on a page without scripts.
  if (usePageHandle().scripts === false) return null;
  const Icon = paused ? Play : Pause;
  return (
    <IconButton
      role="switch"
      aria-checked={paused}
      size={size}
      className={`noscript:hidden ${className}`}
      aria-label={name}
      title={name}
      onClick={() => setMotionPaused(!paused)}
    >
      <Icon className="icon" />
    </IconButton>
  );
}
