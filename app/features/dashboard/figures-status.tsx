import type { ReactNode } from "react";
import type { CacheStatus } from "server/cache/stale-while-revalidate.server";
import type { NewestTrip } from "server/dashboard/dashboard-data.server";
import { formatAge } from "~/lib/format-duration";
import { formatDateTime, formatExactDateTime, formatIso } from "~/lib/format-moment";
import { useServerNow } from "~/lib/server-clock";
import { StatusIcon, type Tone } from "~/ui/status-icon";
import type { ViewAge } from "./dashboard-view";

/**
 * What is wrong with the figures on the page, their time and, with scripts, their age.
 *
 * @param lostAt since when the server has not answered, epoch milliseconds
 */
export function FiguresStatus({ age, lostAt }: { age: ViewAge; lostAt: number | undefined }) {
  const now = useServerNow();
  const isLost = lostAt !== undefined;
  const isOld = now !== null && age !== null && now - age.asOf > OLD_MS;
  if (!age && !isLost) return null;
  return (
    <StatusLine tone={isLost ? "none" : age?.isStale ? "bad" : isOld ? "watch" : "good"}>
      {isLost && `No answer since ${formatIso(lostAt).slice(11, 16)} UTC. `}
      {!isLost && age?.isStale && "A refresh failed. "}
      {age && (
        <>
          <Moment of={`As of ${formatExactDateTime(age.asOf)}`} at={age.asOf} />{" "}
          <span className={ageStyle}>
            {now !== null && `Updated ${formatAge(now - age.asOf)} ago`}
          </span>
        </>
      )}
    </StatusLine>
  );
}

/** Open pages ask again twice a minute. Older figures than this are marked. */
const OLD_MS = 180_000;

// Only scripts know the age, and paper does not grow older. The minimum width avoids a layout shift when it appears.
const ageStyle =
  "tabular-nums print:hidden md:ps-2 not-print:scripted:inline-block scripted:min-w-34 md:text-end";

/** The time of a block's figures, and whether their last refresh failed, while the rest of the page may be current. */
export function AsOf({ asOf, state, empty }: CacheStatus & { empty?: boolean }) {
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
