import { Link } from "@remix-run/react";
import { grouped } from "~/lib/format-metric";
import { dashboardUrl, type DashboardState } from "../dashboard-url";
import { filterWords, stateOfNeighbourDay } from "../trip-filter";

interface FilterLineProps {
  state: DashboardState;
  /** Number of trips in the list; null while unknown. */
  trips: number | null;
}

/** The active filters, a link to clear them and, for a day, links to the previous and next day. */
export function FilterLine({ state, trips }: FilterLineProps) {
  const words = filterWords(state);
  if (words.length === 0) return null;
  const { q, date } = state;
  return (
    <div className={line}>
      <p className="wrap-anywhere">
        <b className="font-bold" aria-current="true">
          {words.join(" · ")}
        </b>
        <span className="print:hidden">
          {" · "}
          <Link to={dashboardUrl({ tab: "trip" })} preventScrollReset>
            Clear
          </Link>
        </span>
      </p>
      {q && <p className="text-ink-2">A search covers all trips, of every country and day.</p>}
      {date && trips !== null && (
        <p className="text-ink-2 tabular-nums">
          {`${grouped(trips)} ${trips === 1 ? "trip" : "trips"}`}
        </p>
      )}
      {date && (
        <nav className="flex gap-4 @table:ml-auto print:hidden" aria-label="Days">
          {DAYS.map(({ words, steps, rel }) => {
            const to = stateOfNeighbourDay(state, steps);
            return (
              to && (
                <Link key={words} to={dashboardUrl(to)} rel={rel} preventScrollReset>
                  {words}
                </Link>
              )
            );
          })}
        </nav>
      )}
    </div>
  );
}

const DAYS = [
  { words: "Previous day", steps: -1, rel: "prev nofollow" },
  { words: "Next day", steps: 1, rel: "next nofollow" },
] as const;

const line =
  "flex flex-wrap gap-x-5 gap-y-1 border-b border-line px-4 py-2.5 text-15 @table:px-6 *:min-h-6";
