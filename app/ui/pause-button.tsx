import { Pause, Play } from "lucide-react";
import { IconButton } from "./button";

interface PauseButtonProps {
  /** What moves: `roadmap` makes `Pause roadmap` and `Play roadmap`. */
  what: string;
  paused: boolean;
  onToggle: () => void;
  tone?: "line" | "bare";
}

/** Stops and starts one moving thing (WCAG 2.2.2). Stands before it in the order of focus. */
export function PauseButton({ what, paused, onToggle, tone }: PauseButtonProps) {
  const Icon = paused ? Play : Pause;
  return (
    <IconButton
      tone={tone}
      className="px-1.5 max-sm:self-start noscript:hidden"
      onClick={onToggle}
      aria-label={`${paused ? "Play" : "Pause"} ${what}`}
    >
      <Icon className="icon" aria-hidden="true" />
    </IconButton>
  );
}
