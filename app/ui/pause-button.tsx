import { Pause, Play } from "lucide-react";
import { IconButton, type IconButtonStyle } from "./button";

interface PauseButtonProps extends IconButtonStyle {
  /** What moves: `roadmap` makes `Pause roadmap` and `Play roadmap`. */
  what: string;
  paused: boolean;
  onToggle: () => void;
  /** Its place. */
  className?: string;
}

/** Stops and starts one moving thing (WCAG 2.2.2). Stands before it in the order of focus. */
export function PauseButton({ what, paused, onToggle, className = "", ...look }: PauseButtonProps) {
  const Icon = paused ? Play : Pause;
  return (
    <IconButton
      className={`noscript:hidden ${className}`}
      onClick={onToggle}
      aria-label={`${paused ? "Play" : "Pause"} ${what}`}
      {...look}
    >
      <Icon className="icon" />
    </IconButton>
  );
}
