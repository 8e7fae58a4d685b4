import { ArrowLeft, ArrowRight } from "lucide-react";
import { IconButton } from "./button";

interface SlideControlsProps {
  /** Name of an item: `solution` gives the label `Previous solution`. */
  what: string;
  /** Index of the current item, from 0. */
  index: number;
  count: number;
  /** Whether the items move automatically; their position is not announced then. */
  moving: boolean;
  onMove: (step: 1 | -1) => void;
}

/** Buttons to the previous and the next item, with the position between them. */
export function SlideControls({ what, index, count, moving, onMove }: SlideControlsProps) {
  return (
    <div className="flex items-center gap-2 plain:hidden">
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
