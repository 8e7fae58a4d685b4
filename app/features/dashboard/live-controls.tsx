import { Keyboard, Pause, Play } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "~/ui/button";
import type { ViewAge } from "./dashboard-view";
import { announcement, pageStatus, type LiveState } from "./page-status";

interface LiveControlsProps {
  paused: boolean;
  onPause: (paused: boolean) => void;
  onHelp: () => void;
}

const HELP_BUTTON_ID = "help-button";

/** Focuses the help's button, so that the help gives the focus back to it: in Safari a press gives none. */
export function focusHelpButton(): void {
  document.getElementById(HELP_BUTTON_ID)?.focus({ preventScroll: true });
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
        onClick={() => {
          focusHelpButton();
          onHelp();
        }}
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
  const now = { view, asOf: age?.asOf ?? null, words: pageStatus(age, live, null).words };
  const [told, setTold] = useState({ ...now, said: "" });
  const isNew = told.view !== view || told.asOf !== now.asOf || told.words !== now.words;
  if (isNew) setTold({ ...now, said: announcement(told, now) });
  return (
    <p className="sr-only" role="status">
      {told.said}
    </p>
  );
}
