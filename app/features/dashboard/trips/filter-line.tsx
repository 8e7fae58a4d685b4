import { Link } from "@remix-run/react";
import { neighbourDay } from "~/lib/day";
import { isCalendarDay } from "~/lib/format-moment";
import { dashboardUrl } from "../dashboard-url";
import { filterWords } from "../screen-texts";
import type { FilterProps } from "./filter-bar";

/** The active filters, a link to clear them and, for a day, links to the previous and next day. */
export function FilterLine({ state, countries }: FilterProps) {
  const { date, country } = state;
  const words = filterWords(state);
  if (words.length === 0) return null;
  const note = spellingNote(country, countries);
  const dayLink = (day: string, rel: string, text: string) =>
    isCalendarDay(day) && ( // not beyond the calendar
      <Link
        to={dashboardUrl({ ...state, page: 1, date: day })}
        rel={`${rel} nofollow`}
        preventScrollReset
      >
        {text}
      </Link>
    );
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
      {date && (
        <nav className="flex gap-4 @table:ml-auto print:hidden" aria-label="Days">
          {dayLink(neighbourDay(date, -1), "prev", "Previous day")}
          {dayLink(neighbourDay(date, 1), "next", "Next day")}
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
  countries: FilterProps["countries"],
): string | null {
  const ways = countries?.find(({ name }) => name === country)?.spellings?.length ?? 1;
  if (ways === 1) return null;
  return `The data writes this country in ${ways} ways. This list and its CSV have the trips of one of them, the report has all.`;
}
