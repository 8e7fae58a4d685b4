import { formatDateTime } from "~/lib/format-date";
import { formatAge } from "~/lib/format-duration";
import { useServerNow } from "~/lib/server-clock";
import { Moment } from "~/ui/age-stamp";
import { StatusIcon, type Tone } from "~/ui/status-icon";
import type { DashboardAnswer } from "./browser-answers";
import { shownResults } from "./dashboard-view";

/** Status, time and, with scripts, age of all figures on the page. */
export function FiguresStatus({ answer }: { answer: DashboardAnswer }) {
  const now = useServerNow();
  const { tone, asOf, words } = statusOf(answer, now);
  if (asOf === null && !words) return null;
  const strong = words || tone === "watch";
  return (
    <p className={`flex items-center gap-2 text-15 ${strong ? "font-semibold" : "text-ink-2"}`}>
      <StatusIcon tone={tone} />
      <span>
        {words}
        {words && asOf !== null && " "}
        {asOf !== null && (
          <>
            <Moment of="As of" at={asOf} />{" "}
            <span className={ageStyle}>{now !== null && ageWords(tone, now - asOf)}</span>
          </>
        )}
      </span>
    </p>
  );
}

// Only scripts know the age. The minimum width avoids a layout shift when it appears.
const ageStyle = "tabular-nums md:ps-2 scripted:inline-block scripted:min-w-34 md:text-end";

/** Open pages ask again twice a minute. Older figures than this are marked. */
const OLD_MS = 180_000;

/**
 * The state of all displayed figures. The most severe problem wins.
 *
 * @param now the server's clock, epoch milliseconds; null without scripts and during hydration
 * @returns `asOf`: when the oldest were fetched; null without figures
 */
export function statusOf(answer: DashboardAnswer, now: number | null) {
  const results = shownResults(answer);
  const asOf = results.length > 0 ? Math.min(...results.map((result) => result.asOf)) : null;
  const status = (tone: Tone, words = "") => ({ tone, asOf, words });
  if (answer.lostAt) {
    const [, time = ""] = formatDateTime(answer.lostAt).split(", ");
    return status("none", `No answer since ${time} UTC.`);
  }
  const stale = results.filter(({ state }) => state === "stale");
  if (stale.length > 0) {
    const isAll = stale.length === results.length;
    return status(
      "bad",
      isAll ? "The last refresh failed." : "Some figures could not be refreshed.",
    );
  }
  return status(asOf !== null && now !== null && now - asOf > OLD_MS ? "watch" : "good");
}

function ageWords(tone: Tone, age: number): string {
  return tone === "good" ? `Updated ${formatAge(age)} ago` : `Figures are ${formatAge(age)} old.`;
}
