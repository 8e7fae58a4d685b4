import { Pause, Play } from "lucide-react";
import { setMotionPaused, useMotionPaused } from "~/lib/pause-motion";
import { IconButton } from "~/ui/button";
import { usePageHandle } from "./page-handle";

/** The site-wide switch that stops all automatic motion (WCAG 2.2.2), in the header of each page with scripts. */
export function PauseMotionSwitch({
  name = "Pause motion",
  className,
}: {
  name?: string | undefined;
  className: string;
}) {
  const paused = useMotionPaused();
  // Nothing moves on a page without scripts.
  if (usePageHandle().scripts === false) return null;
  const Icon = paused ? Play : Pause;
  return (
    <IconButton
      role="switch"
      aria-checked={paused}
      className={`noscript:hidden ${className}`}
      aria-label={name}
      title={name}
      onClick={() => setMotionPaused(!paused)}
    >
      <Icon className="icon" />
    </IconButton>
  );
}
