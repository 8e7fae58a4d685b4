import type { ReactNode } from "react";
import type { ReportFigures } from "server/dashboard/report/report.server";
import { formatDuration } from "~/lib/format-duration";
import { DASH, formatCount, formatExact, formatMeasure, grouped } from "~/lib/format-metric";
import { FigureText } from "~/ui/figure-text";

interface Figure {
  name: string;
  text: ReactNode;
  /** Number of trips that lack the value, and what they lack. */
  without?: [trips: number, what: string];
}

const measure = (value: number | null, unit?: string) => (
  <FigureText shown={formatMeasure(value)} value={value} unit={unit} />
);
const count = (value: number | null) => <FigureText shown={formatCount(value)} value={value} />;
const clock = (seconds: number | null) => (seconds === null ? DASH : formatDuration(seconds));
const exact = (value: number | null) => (value === null ? DASH : formatExact(value));

/** The eight sums of a report. */
function sums(of: ReportFigures): Figure[] {
  const { averageDistance, averageDuration, averageSpeed } = of;
  const [trips, distance, hours, beats, wallets] = columns(of);
  return [
    { ...trips, text: count(of.trips) },
    distance,
    { ...hours, text: count(of.hours) },
    beats,
    { ...wallets, text: count(of.wallets) },
    { name: "Average distance", text: measure(averageDistance, "km") },
    { name: "Average duration", text: clock(averageDuration) },
    { name: "Average speed", text: measure(averageSpeed, "km/h") },
  ];
}

/** The figures of a row: counts are exact, because they are compared with those of other rows. */
export function columns(of: ReportFigures): [Figure, Figure, Figure, Figure, Figure] {
  return [
    { name: "Trips", text: exact(of.trips) },
    {
      name: "Distance",
      text: measure(of.distance, "km"),
      without: [of.withoutDistance, "distance"],
    },
    { name: "Hours", text: exact(of.hours), without: [of.withoutDuration, "duration"] },
    { name: "Beats", text: measure(of.beats), without: [of.withoutBeats, "beats"] },
    { name: "Wallets", text: exact(of.wallets), without: [of.withoutWallet, "wallet"] },
  ];
}

/** The eight sums of a report, each with the number of trips left out of it. */
export function ReportSums({ figures, isPartial }: { figures: ReportFigures; isPartial: boolean }) {
  return (
    <dl className={cluster}>
      {sums(figures).map(({ name, text, without: [trips, what] = [0, ""] }) => (
        <div className={cell} key={name}>
          <dt className="text-15/tight font-bold">{name}</dt>
          <dd className="mt-1.5">
            <span className={number}>{text}</span>
            {isPartial && <span className={aside}>so far</span>}
            {trips > 0 && <span className={aside}>{`${grouped(trips)} without ${what}`}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const cluster = "grid grid-cols-1 @pair:grid-cols-2 @row:grid-cols-4 print:grid-cols-4";

const cell =
  "min-w-0 border-line px-5 pt-4.5 pb-3.5 @pair:px-6 print:pt-2 print:pb-1 " +
  "@max-pair:not-first:border-t @pair:@max-row:nth-[n+3]:border-t @pair:even:border-l " +
  "@row:nth-[n+5]:border-t @row:not-nth-[4n+1]:border-l";

const number =
  "block font-large text-28/tight print:text-21 font-extrabold tracking-tight wrap-anywhere tabular-nums lining-nums";

const aside = "mt-1 block text-15/snug text-ink-2 tabular-nums";
