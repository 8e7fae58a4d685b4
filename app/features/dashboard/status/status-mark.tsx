import { formatExactDateTime, formatIso } from "~/lib/format-date";
import { formatAge } from "~/lib/format-duration";
import { StatusIcon } from "~/ui/status-icon";
import type { Status } from "./status-words";

/** Words with a mark before them; the words say it all. */
export function StatusMark({ tone, words }: Status) {
  return (
    <span className="flex items-center gap-2">
      <StatusIcon tone={tone} />
      <span>{words}</span>
    </span>
  );
}

/** How long ago something was, with the exact moment beside. @param at epoch milliseconds, as is `now` */
export function Ago({ at, now }: { at: number; now: number }) {
  return (
    <time dateTime={formatIso(at)} title={formatExactDateTime(at)}>
      {formatAge(now - at)} ago
    </time>
  );
}
