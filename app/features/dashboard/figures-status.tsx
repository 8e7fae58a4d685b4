import { formatDateTime } from "~/lib/format-moment";
import { formatAge } from "~/lib/format-duration";
import { useServerNow } from "~/lib/server-clock";
import { Moment } from "~/ui/as-of";
import { StatusIcon, type Tone } from "~/ui/status-icon";
import type { ViewAge } from "./dashboard-view";

interface FiguresStatusProps {
  /** Null while no figures are displayed. */
  age: ViewAge | null;
  /** Since when the server has not answered, epoch milliseconds; null when its last answer came. */
  lostAt: number | null;
}

/** Status, time and, with scripts, age of all figures on the page. */
export function FiguresStatus({ age, lostAt }: FiguresStatusProps) {
  const now = useServerNow();
  const { tone, words } = statusOf({ age, lostAt }, now);
  if (!age && !words) return null;
  const strong = words || tone === "watch";
  return (
    <p className={`flex items-center gap-2 text-15 ${strong ? "font-semibold" : "text-ink-2"}`}>
      <StatusIcon tone={tone} />
      <span>
        {words}
        {words && age && " "}
        {age && (
          <>
            <Moment of="As of" at={age.asOf} />{" "}
            <span className={ageStyle}>{now !== null && ageWords(tone, now - age.asOf)}</span>
          </>
        )}
      </span>
    </p>
  );
}

// Only scripts know the age, and paper does not grow older. The minimum width avoids a layout shift when it appears.
const ageStyle =
  "tabular-nums print:hidden md:ps-2 not-print:scripted:inline-block scripted:min-w-34 md:text-end";

/** Open pages ask again twice a minute. Older figures than this are marked. */
const OLD_MS = 180_000;

/**
 * Tone and words of the status. The most severe problem wins; age changes the tone alone.
 *
 * @param now the server's clock, epoch milliseconds; null without scripts and during hydration
 */
export function statusOf({ age, lostAt }: FiguresStatusProps, now: number | null) {
  const status = (tone: Tone, words = "") => ({ tone, words });
  if (lostAt !== null) {
    const [, time = ""] = formatDateTime(lostAt).split(", ");
    return status("none", `No answer since ${time} UTC.`);
  }
  if (age?.failed === "all") return status("bad", "The last refresh failed.");
  if (age?.failed === "some") return status("bad", "Some figures could not be refreshed.");
  return status(age && now !== null && now - age.asOf > OLD_MS ? "watch" : "good");
}

function ageWords(tone: Tone, age: number): string {
  return tone === "good" ? `Updated ${formatAge(age)} ago` : `Figures are ${formatAge(age)} old.`;
}
