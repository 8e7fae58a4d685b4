import { ArrowLeft, ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../button";

interface CarouselControlsProps {
  /** Name of an item: `article` gives the label `Previous article`. */
  what: string;
  /** Index of the current item, from 0. */
  index: number;
  count: number;
  /** Whether the carousel is moving automatically; its position is not announced then. */
  moving?: boolean | undefined;
  onMove: (step: 1 | -1) => void;
  /** The pause button of a carousel that moves automatically. */
  children?: ReactNode;
}

/** Buttons to the previous and the next item, with the position between them. */
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
