import { neighbourDay } from "~/lib/day";
import { counted } from "~/lib/format-metric";
import { Link } from "@remix-run/react";
import type { CountryOption } from "server/upstream/contracts/trips.server";
import { isCalendarDay } from "~/lib/format-moment";
import { dashboardUrl, type DashboardState } from "../dashboard-url";
import { filterWords } from "../screen-texts";

interface FilterLineProps {
  state: DashboardState;
  /** Number of trips in the list; null while unknown. */
  trips: number | null;
  countries: readonly CountryOption[] | null;
}

/** The active filters, a link to clear them and, for a day, links to the previous and next day. */
export function FilterLine({ state, trips, countries }: FilterLineProps) {
  const words = filterWords(state);
  if (words.length === 0) return null;
  const { q, date, country } = state;
  const note = spellingNote(country, countries);
  const dayLink = (steps: number, rel: string, text: string) => {
    const day = neighbourDay(date ?? "", steps);
    if (!isCalendarDay(day)) return null; // beyond the calendar
    const to = dashboardUrl({ ...state, page: 1, date: day });
    return (
      <Link to={to} rel={`${rel} nofollow`} preventScrollReset>
        {text}
      </Link>
    );
  };
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
      {note && <p className="text-ink-2">{note}</p>}
      {q && <p className="text-ink-2">A search covers all trips, of every country and day.</p>}
      {date && trips !== null && (
        <p className="text-ink-2 tabular-nums">{counted(trips, "trip")}</p>
      )}
      {date && (
        <nav className="flex gap-4 @table:ml-auto print:hidden" aria-label="Days">
          {dayLink(-1, "prev", "Previous day")}
          {dayLink(1, "next", "Next day")}
        </nav>
      )}
    </div>
  );
}

const line =
  "flex flex-wrap gap-x-5 gap-y-1 border-b border-line px-4 py-2.5 text-15 @table:px-6 *:min-h-6";

/** What the list lacks of a country whose name the upstream writes in several ways; null when it lacks nothing. */
export function spellingNote(
  country: string | undefined,
  countries: readonly CountryOption[] | null,
): string | null {
  const ways = countries?.find(({ name }) => name === country)?.spellings?.length ?? 1;
  if (ways === 1) return null;
  return `The data writes this country in ${ways} ways. This list and its CSV have the trips of one of them, the report has all.`;
}
