import { Pause, Play } from "lucide-react";
import { IconButton, type IconButtonStyle } from "./button";

interface PauseButtonProps extends IconButtonStyle {
  /** Name of the moving content: `roadmap` gives the labels `Pause roadmap` and `Play roadmap`. */
  what: string;
  paused: boolean;
  onToggle: () => void;
  /** Layout only. */
  className?: string;
}

/** Pauses and plays moving content (WCAG 2.2.2). Render it before that content in the tab order. */
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
