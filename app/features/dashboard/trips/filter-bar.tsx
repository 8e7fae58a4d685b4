import { Link } from "@remix-run/react";
import { ListFilter } from "lucide-react";
import { useState, type MouseEvent } from "react";
import type { CountryOption } from "server/upstream/contracts/trips.server";
import { isCalendarDay, neighbourDay } from "~/lib/day";
import { Button, buttonStyle } from "~/ui/button";
import { barField } from "~/ui/field";
import { dashboardUrl, type DashboardState } from "../dashboard-url";
import { countryLabel, filterWords } from "../screen-texts";
import { AddressForm } from "../address-form";

interface FilterProps {
  state: DashboardState;
  /** Null while the countries are loading. */
  countries: readonly CountryOption[] | null;
}

/** Disclosure with the filters by date and country. It opens by itself where a filter is set or a date was invalid. */
export function FilterBar({ state, countries }: FilterProps) {
  const { date, country, dateWasInvalid } = state;
  // Only the first value counts: from then on the visitor opens and closes it.
  const [opensByItself] = useState(Boolean(date ?? country ?? dateWasInvalid));
  const count = [date, country].filter(Boolean).length;
  return (
    <details className="border-b border-line print:hidden" open={opensByItself}>
      {/* Without its role browsers expose it as a disclosure triangle, not as a button. */}
      <summary role="button" className={summary}>
        <ListFilter className="icon" aria-hidden />
        Filter By
      </summary>
      <AddressForm className={bar} aria-label="Filters">
        <input type="hidden" name="tab" value="trip" />
        <DateFilter {...state} />
        <CountryFilter state={state} countries={countries} />
        <Button {...unset}>Reset</Button>
        <p className="self-center text-15 text-ink-2 @bar:ml-auto">
          {count === 0 ? "No filter set" : count === 1 ? "1 filter set" : "2 filters set"}
        </p>
      </AddressForm>
      {/* A form of their own, so that Reset and Clear do not send what is typed in the fields. */}
      <AddressForm id={unset.form}>
        <input type="hidden" name="tab" value="trip" />
      </AddressForm>
    </details>
  );
}

function DateFilter({ date = "", country, dateWasInvalid }: DashboardState) {
  const keptCountry = country === undefined ? {} : { name: "country", value: country };
  return (
    <div className={field}>
      <label className={barField.label} htmlFor="trip-date">
        {dateWasInvalid ? "Select Date" : "Select date"}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          className={`${control} ${picker}`}
          id="trip-date"
          type="date"
          name="date"
          min="1000-01-01"
          max="9999-12-31"
          defaultValue={date}
        />
        <Button {...button} tone="go">
          Apply
        </Button>
        <Button {...unset} {...keptCountry}>
          Clear
        </Button>
      </div>
    </div>
  );
}

function CountryFilter({ state: { country }, countries }: FilterProps) {
  // The current country gets an option of its own while the list does not contain it.
  const isListed = countries?.some(({ name }) => name === country) ?? false;
  return (
    <div className={field}>
      <label className={barField.label} htmlFor="trip-country">
        Country
      </label>
      <div className="flex flex-wrap gap-2">
        <select
          key={`${isListed} ${country}`} // React does not change the default of a select
          className={`${control} ${picker} text-ellipsis`}
          id="trip-country"
          name="country"
          defaultValue={country}
        >
          <option value="">All Countries</option>
          {!countries && <option disabled>Loading...</option>}
          {!isListed && country && <option>{country}</option>}
          {countries?.map((option) => (
            <option key={option.name} value={option.name}>
              {countryLabel(option)}
            </option>
          ))}
        </select>
        <Button {...button} tone="go">
          Done
        </Button>
      </div>
    </div>
  );
}

const button = { type: "submit", size: "tool", wraps: false } as const;

const unset = {
  ...button,
  tone: "line",
  form: "no-filters",
  // The address may already be without them.
  onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) =>
    currentTarget.closest("form")?.reset(),
} as const;

const summary = buttonStyle({
  tone: "line",
  size: "small",
  className: "mx-4 my-2.5 w-fit cursor-pointer list-none @table:mx-6",
});

const bar = "flex flex-wrap items-end gap-4 bg-ground p-4 @table:px-6 @table:pt-4.5 @table:pb-5";

const field = `${barField.field} @max-bar:w-full`;

const picker = "w-58 @max-bar:w-auto @max-bar:min-w-0 @max-bar:flex-1";

const control = "min-h-12 rounded-control border-control border-edge bg-raised pl-3.5";

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
