import { ArrowLeft, ArrowRight } from "lucide-react";
import type { ReactNode } from "react";

interface CarouselControlsProps {
  /** What the buttons move: `article` makes `Previous article`. */
  what: string;
  /** From 0. */
  index: number;
  count: number;
  onMove: (step: 1 | -1) => void;
  /** A pause button, where the carousel moves by itself. */
  children?: ReactNode;
}

/** Previous, where one is, next. */
export function CarouselControls({ what, index, count, onMove, children }: CarouselControlsProps) {
  return (
    <div className="ctl scripted">
      {children}
      <button
        type="button"
        className="icon-btn"
        aria-label={`Previous ${what}`}
        onClick={() => onMove(-1)}
      >
        <ArrowLeft className="i" aria-hidden="true" />
      </button>
      <span className="count">
        {index + 1} / {count}
      </span>
      <button
        type="button"
        className="icon-btn"
        aria-label={`Next ${what}`}
        onClick={() => onMove(1)}
      >
        <ArrowRight className="i" aria-hidden="true" />
      </button>
    </div>
  );
}
