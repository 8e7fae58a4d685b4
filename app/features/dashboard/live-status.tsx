import { Keyboard, Pause, Play } from "lucide-react";
import { useState } from "react";
import { useServerNow } from "~/lib/server-clock";
import { Moment } from "~/ui/age-stamp";
import { Button, IconButton } from "~/ui/button";
import { StatusIcon } from "~/ui/status-icon";
import { ageWords, announcement, statusWords, type Announced, type ScreenStatus } from "./screen";

interface LiveStatusProps {
  /** Name of the view that is shown. */
  view: string;
  status: ScreenStatus;
  onPause: (paused: boolean) => void;
  onHelp: () => void;
}

/** Beside the heading: how the figures stand, pausing of what updates itself (WCAG 2.2.2), and the help on keys. */
export function LiveStatus({ view, status, onPause, onHelp }: LiveStatusProps) {
  const { age, paused } = status;
  const Icon = paused ? Play : Pause;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2.5">
      <FiguresStatus {...status} />
      {/* Only scripts can pause or help. */}
      <div className="flex flex-wrap gap-2 print:hidden noscript:hidden">
        <Button tone="line" size="small" onClick={() => onPause(!paused)}>
          <Icon className="icon" aria-hidden />
          {paused ? "Resume live updates" : "Pause live updates"}
        </Button>
        <IconButton
          size="small"
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts"
          data-shortcut="?"
          onClick={({ currentTarget, detail }) => {
            // The help gives the focus back where it was. In Safari a press gives none; a key's press leaves it elsewhere.
            if (detail > 0 || document.activeElement === document.body) {
              currentTarget.focus({ preventScroll: true });
            }
            onHelp();
          }}
        >
          <Keyboard className="icon" aria-hidden />
        </IconButton>
      </div>
      <UpdateAnnouncer
        view={view}
        asOf={age?.asOf ?? null}
        words={statusWords(status, null).words}
      />
    </div>
  );
}

/** What is true of the whole page: how the figures stand, of when they are, and how old, where a script can tell. */
function FiguresStatus(status: ScreenStatus) {
  const { age } = status;
  const now = useServerNow();
  const { tone, words } = statusWords(status, now);
  if (!age && words === null) return null;
  const strong = words !== null || tone === "watch";
  return (
    <p className={`flex items-center gap-2 text-15 ${strong ? "font-semibold" : "text-ink-2"}`}>
      <StatusIcon tone={tone} />
      <span>
        {words}
        {words && age && " "}
        {age && (
          <>
            <Moment of="As of" at={age.asOf} />{" "}
            <span className={ageRoom}>{now !== null && ageWords(tone, age.asOf, now)}</span>
          </>
        )}
      </span>
    </p>
  );
}

// The age comes with the scripts; its room is there from the start.
const ageRoom = "tabular-nums md:ps-2 scripted:inline-block scripted:min-w-34";

/** Tells assistive technology, politely and in one sentence, that the same view has newer figures, or none. */
function UpdateAnnouncer(now: Announced) {
  const [told, setTold] = useState({ ...now, said: "" });
  const isNew = told.view !== now.view || told.asOf !== now.asOf || told.words !== now.words;
  if (isNew) setTold({ ...now, said: announcement(told, now) });
  return (
    <p className="sr-only" role="status">
      {told.said}
    </p>
  );
}
