import { Moment } from "~/ui/age-stamp";
import { StatusIcon } from "~/ui/status-icon";
import { useServerNow } from "~/lib/server-clock";
import type { ViewAge } from "./dashboard-view";
import { ageWords, pageStatus, type LiveState } from "./page-status";

/** What is true of the whole page: how the figures stand, of when they are, and how old, where a script can tell. */
export function FiguresStatus({ age, live }: { age: ViewAge | null; live: LiveState }) {
  const now = useServerNow();
  const status = pageStatus(age, live, now);
  if (!age && status.words === null) return null;
  const strong = status.words !== null || status.tone === "watch";
  return (
    <p className={`flex items-center gap-2 text-15 ${strong ? "font-semibold" : "text-ink-2"}`}>
      <StatusIcon tone={status.tone} />
      <span>
        {status.words}
        {status.words && age && " "}
        {age && <Moment of="As of" at={age.asOf} />}
        {age && " "}
        {age && <span className={ageRoom}>{now !== null && ageWords(status, age.asOf, now)}</span>}
      </span>
    </p>
  );
}

// The age comes with the scripts; its room is there from the start.
const ageRoom = "tabular-nums md:ps-2 scripted:inline-block scripted:min-w-34";
