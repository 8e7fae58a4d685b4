import { Pause, Play } from "lucide-react";
import { useState } from "react";
import { useServerNow } from "~/lib/server-clock";
import { Moment } from "~/ui/age-stamp";
import { Button } from "~/ui/button";
import { StatusIcon } from "~/ui/status-icon";
import { ageWords, announcement, statusWords, type Announced, type ScreenStatus } from "./screen";

interface LiveStatusProps {
  /** Name of the displayed view, from `viewName`. */
  view: string;
  status: ScreenStatus;
  onPause: (paused: boolean) => void;
}

/** Status of the figures, and a button to pause live updates (WCAG 2.2.2). */
export function LiveStatus({ view, status, onPause }: LiveStatusProps) {
  const { age, paused } = status;
  const Icon = paused ? Play : Pause;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2.5">
      <FiguresStatus {...status} />
      {/* The button needs scripts. */}
      <div className="print:hidden noscript:hidden">
        <Button tone="line" size="small" onClick={() => onPause(!paused)}>
          <Icon className="icon" aria-hidden />
          {paused ? "Resume live updates" : "Pause live updates"}
        </Button>
      </div>
      <UpdateAnnouncer
        view={view}
        asOf={age?.asOf ?? null}
        words={statusWords(status, null).words}
      />
    </div>
  );
}

/** Status, time and, with scripts, age of all figures on the page. */
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
            <span className={ageStyle}>{now !== null && ageWords(tone, age.asOf, now)}</span>
          </>
        )}
      </span>
    </p>
  );
}

// Only scripts know the age. The minimum width avoids a layout shift when it appears.
const ageStyle = "tabular-nums md:ps-2 scripted:inline-block scripted:min-w-34";

/** Polite live region: announces newer figures of the same view, and each change of the status words. */
function UpdateAnnouncer(now: Announced) {
  const [last, setLast] = useState({ ...now, said: "" });
  const isNew = last.view !== now.view || last.asOf !== now.asOf || last.words !== now.words;
  if (isNew) setLast({ ...now, said: announcement(last, now) });
  return (
    <p className="sr-only" role="status">
      {last.said}
    </p>
  );
}
