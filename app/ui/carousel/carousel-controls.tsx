import { ArrowLeft, ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../button";

interface CarouselControlsProps {
  /** What the buttons move: `article` makes `Previous article`. */
  what: string;
  /** From 0. */
  index: number;
  count: number;
  /** It moves by itself just now: nobody asked, so nothing is read out. */
  moving?: boolean | undefined;
  onMove: (step: 1 | -1) => void;
  /** A pause button, where the carousel moves by itself. */
  children?: ReactNode;
}

/** Previous, where one is, next. */
export function CarouselControls({
  what,
  index,
  count,
  moving,
  onMove,
  children,
}: CarouselControlsProps) {
  return (
    <div className="flex items-center gap-2 noscript:hidden">
      {children}
      <IconButton aria-label={`Previous ${what}`} onClick={() => onMove(-1)}>
        <ArrowLeft className="icon" />
      </IconButton>
      <span
        className="min-w-18 text-center font-mono text-15/none font-semibold tabular-nums"
        aria-live={moving ? "off" : "polite"}
      >
        {index + 1} / {count}
      </span>
      <IconButton aria-label={`Next ${what}`} onClick={() => onMove(1)}>
        <ArrowRight className="icon" />
      </IconButton>
    </div>
  );
}
