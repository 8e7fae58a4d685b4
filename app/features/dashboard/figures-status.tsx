import type { ReactNode } from "react";
import type { CacheStatus } from "server/cache/stale-while-revalidate.server";
import type { NewestTrip } from "server/dashboard/dashboard-data.server";
import { formatAge } from "~/lib/format-duration";
import { formatDateTime, formatExactDateTime, formatIso } from "~/lib/format-moment";
import { useServerNow } from "~/lib/server-clock";
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
  return (
    <StatusLine tone={tone}>
      {words}
      {words && age && " "}
      {age && (
        <>
          <Moment of={`As of ${formatExactDateTime(age.asOf)}`} at={age.asOf} />{" "}
          <span className={ageStyle}>{now !== null && ageWords(tone, now - age.asOf)}</span>
        </>
      )}
    </StatusLine>
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

interface AsOfProps extends CacheStatus {
  /** Whether the response contained no figures. */
  empty?: boolean;
}

/** The time of a block's figures, and whether their last refresh failed, while the rest of the page may be current. */
export function AsOf({ asOf, state, empty }: AsOfProps) {
  const isStale = state === "stale";
  const words = empty ? "No figures as of" : "As of";
  return (
    <StatusLine tone={isStale && "bad"}>
      {isStale && "The last refresh failed. "}
      <Moment of={`${words} ${formatExactDateTime(asOf)}`} at={asOf} />
    </StatusLine>
  );
}

/** Start of the upstream's newest trip, marked when it is over a day older than the figures. */
export function NewestTripStamp({ trip: { at, old } }: { trip: NewestTrip }) {
  return (
    <StatusLine tone={old && "watch"}>
      <Moment of={`Newest trip ${formatDateTime(at)} UTC`} at={at} />
      {old && ", more than a day before these figures"}
    </StatusLine>
  );
}

/** A sentence, after the sign of its tone. Whatever is not good is bold. */
function StatusLine({ tone, children }: { tone: Tone | false; children: ReactNode }) {
  const weight = tone && tone !== "good" ? "font-semibold" : "text-ink-2";
  return (
    <p className={`flex items-center gap-2 ${weight}`}>
      {tone && <StatusIcon tone={tone} />}
      <span>{children}</span>
    </p>
  );
}

/** Words with a moment, not with an age, which would become wrong while the page is open. */
function Moment({ of: words, at }: { of: string; at: number }) {
  return (
    <time className="tabular-nums" dateTime={formatIso(at)}>
      {words}
    </time>
  );
}
