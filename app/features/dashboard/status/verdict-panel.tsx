import { formatExactDateTime, formatIso } from "~/lib/format-date";
import { Panel } from "~/ui/panel";
import { StatusMark } from "./status-mark";
import type { Problem } from "./verdict";

/** The first thing that an operator reads: that all is well, or what is wrong since when. */
export function VerdictPanel({ problems }: { problems: readonly Problem[] }) {
  return (
    <Panel aria-label="Verdict" className="px-4 py-4 md:px-6">
      {problems.length === 0 ? (
        <StatusMark tone="good" words="All well" />
      ) : (
        <ul className="grid gap-2">
          {problems.map(({ what, since }) => (
            <li key={what} className="flex flex-wrap gap-x-3">
              <StatusMark tone="bad" words={what} />
              {since !== null && (
                <span className="mono-figures text-ink-2 max-md:pl-4.25">
                  since <time dateTime={formatIso(since)}>{formatExactDateTime(since)}</time>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
