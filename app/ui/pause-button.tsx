import { Pause, Play } from "lucide-react";

interface PauseButtonProps {
  /** What moves: `roadmap` makes `Pause roadmap` and `Play roadmap`. */
  what: string;
  paused: boolean;
  onToggle: () => void;
  className?: string;
}

/** Stops and starts one moving thing (WCAG 2.2.2). Stands before it in the order of focus. */
export function PauseButton({ what, paused, onToggle, className = "" }: PauseButtonProps) {
  return (
    <button
      type="button"
      className={`icon-btn scripted ${className}`}
      onClick={onToggle}
      aria-label={`${paused ? "Play" : "Pause"} ${what}`}
    >
      {paused ? (
        <Play className="i" aria-hidden="true" />
      ) : (
        <Pause className="i" aria-hidden="true" />
      )}
    </button>
  );
}
