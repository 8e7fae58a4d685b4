import { Keyboard, Pause, Play } from "lucide-react";
import { useState } from "react";
import { formatExactDateTime } from "~/lib/format-date";
import { Button, IconButton } from "~/ui/button";
import type { ViewAge } from "./dashboard-view";
import { pageStatus, type LiveState } from "./page-status";

interface LiveControlsProps {
  paused: boolean;
  onPause: (paused: boolean) => void;
  onHelp: () => void;
}

const HELP_BUTTON_ID = "help-button";

/** Focuses the help's button if nothing has the focus, so that the help can give it back when it closes. */
export function focusHelpButtonIfNothingHasFocus(): void {
  if (document.activeElement === document.body) {
    document.getElementById(HELP_BUTTON_ID)?.focus({ preventScroll: true });
  }
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
        id={HELP_BUTTON_ID}
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

interface UpdateAnnouncerProps {
  view: string;
  age: ViewAge | null;
  live: LiveState;
}

/** Tells assistive technology, politely and in one sentence, that the same view has newer figures, or none. */
export function UpdateAnnouncer({ view, age, live }: UpdateAnnouncerProps) {
  const asOf = age?.asOf ?? null;
  const { words } = pageStatus(age, live, null);
  const [first, setFirst] = useState({ view, asOf, words });
  if (first.view !== view) setFirst({ view, asOf, words });
  const same = first.view === view;
  const updated = same && asOf !== null && first.asOf !== asOf;
  return (
    <p className="sr-only" role="status">
      {same && words !== first.words && words !== null
        ? words
        : updated && `Figures updated, as of ${formatExactDateTime(asOf)}`}
    </p>
  );
}
