import { Keyboard, Pause, Play } from "lucide-react";
import { useState } from "react";
import { formatExactDateTime } from "~/lib/format-date";
import { Button, IconButton } from "~/ui/button";

interface LiveControlsProps {
  paused: boolean;
  onPause: (paused: boolean) => void;
  onHelp: () => void;
}

/** Pausing of what updates itself (WCAG 2.2.2), and the help on keys. Only scripts can do either. */
export function LiveControls({ paused, onPause, onHelp }: LiveControlsProps) {
  const Icon = paused ? Play : Pause;
  return (
    <div className="flex flex-wrap gap-2 print:hidden noscript:hidden">
      <Button tone="line" size="small" onClick={() => onPause(!paused)}>
        <Icon className="icon" aria-hidden />
        {paused ? "Resume live updates" : "Pause live updates"}
      </Button>
      <IconButton
        size="small"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts"
        onClick={onHelp}
      >
        <Keyboard className="icon" aria-hidden />
      </IconButton>
    </div>
  );
}

/** Tells assistive technology, politely, that the same view has newer figures. */
export function UpdateAnnouncer({ view, asOf }: { view: string; asOf: number | null }) {
  const [first, setFirst] = useState({ view, asOf });
  if (first.view !== view) setFirst({ view, asOf });
  const updated = asOf !== null && first.view === view && first.asOf !== asOf;
  return (
    <p className="sr-only" role="status">
      {updated && `Figures updated, as of ${formatExactDateTime(asOf)}`}
    </p>
  );
}
