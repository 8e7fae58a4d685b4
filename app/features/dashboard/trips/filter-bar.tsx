import { Form, useNavigate } from "@remix-run/react";
import { Calendar, ChevronDown } from "lucide-react";
import type { FormEvent } from "react";
import type { CountryOption } from "server/upstream/contracts/trips.server";
import { Button } from "~/ui/button";
import { Field, fieldFrame, fieldLabel } from "~/ui/field";
import { useDraft } from "~/ui/use-draft";
import {
  CLEAR,
  DASHBOARD_PATH,
  dashboardUrl,
  shownName,
  type DashboardState,
} from "../dashboard-url";
import { StateFields } from "../state-form";
import { countryLabel } from "../trip-filter";

export const FILTER_BAR_ID = "trip-filters";

interface FilterBarProps {
  state: DashboardState;
  /** Null while the countries are on their way. */
  countries: readonly CountryOption[] | null;
}

/** The filters by date and country. One form: every button of it applies both, but for what it clears. */
export function FilterBar({ state, countries }: FilterBarProps) {
  const navigate = useNavigate();
  // A country that is not listed, or not yet: its option gives way to the list's.
  const isListed = countries?.some(({ name }) => name === state.country);
  const unlisted = isListed ? "" : state.country;
  const { field: date, set: setDate } = useDraft<HTMLInputElement>(state.date ?? "");
  const { field: country, set: setCountry } = useDraft<HTMLSelectElement>(
    state.country ?? "",
    `${state.country}/${unlisted}`,
  );

  /** As the form itself would, by a short address and without what cannot be a day. */
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent; // React has no type for it
    const clears = submitter?.getAttribute("value");
    if (clears) setDate("");
    if (clears === "all") setCountry("");
    const [day, place] = [date.current, country.current];
    if (!day || !place) return;
    // A day that is typed in part has no value: taken as it is, it would clear the filter without a word.
    if (day.value ? !day.validity.valid : day.validity.badInput) return day.reportValidity();
    const url = dashboardUrl({
      tab: "trip",
      date: day.value,
      country: place.value,
      filters: "open",
    });
    const isSame = url === dashboardUrl({ ...state, filters: "open" });
    navigate(url, { preventScrollReset: true, replace: isSame });
  };

  const set = [state.date, state.country].filter(Boolean).length;
  return (
    <div role="group" aria-label="Filters" id={FILTER_BAR_ID}>
      <Form method="get" action={DASHBOARD_PATH} className={bar} noValidate onSubmit={apply}>
        <StateFields state={{ tab: "trip", filters: "open" }} />
        <div className={`${fieldFrame.small} @max-bar:w-full`}>
          <span className={fieldLabel.small} aria-hidden="true">
            Date
          </span>
          <div className="flex flex-wrap gap-2">
            <div className={`${picker} ${datePicker}`}>
              <input
                className={`peer ${dateInput}`}
                ref={date}
                type="date"
                name="date"
                aria-label="Select date"
                // Not to be filled in: it only lets CSS tell an empty field, to write the words of the design over it.
                required
                aria-required="false"
                min="1000-01-01"
                max="9999-12-31"
                defaultValue={state.date ?? ""}
              />
              <span className={placeholder} aria-hidden="true">
                {state.dateWasInvalid ? "Select Date" : "Select date"}
              </span>
              <Calendar className={`${icon} top-3 right-3`} aria-hidden />
            </div>
            {/* The form's first button is what Enter presses. */}
            <Button {...press} tone="go" className="order-1">
              Apply
            </Button>
            <Button {...press} tone="line" name={CLEAR} value="date">
              Clear
            </Button>
          </div>
        </div>
        <Field id="trip-country" label="Country" size="small" className="@max-bar:w-full">
          {(control) => (
            <div className="flex flex-wrap gap-2">
              <div className={picker}>
                <select
                  className={select}
                  ref={country}
                  {...control}
                  name="country"
                  defaultValue={state.country ?? ""}
                >
                  <option value="">All Countries</option>
                  {!countries && <option disabled>Loading...</option>}
                  {unlisted && <option value={unlisted}>{shownName(unlisted)}</option>}
                  {countries?.map((country) => (
                    <option key={country.name} value={country.name}>
                      {countryLabel(country)}
                    </option>
                  ))}
                </select>
                <ChevronDown className={`${icon} top-3.5 right-3.5`} aria-hidden />
              </div>
              <Button {...press} tone="go">
                Done
              </Button>
            </div>
          )}
        </Field>
        <Button {...press} tone="line" name={CLEAR} value="all">
          Reset
        </Button>
        <p className="self-center text-15 text-ink-2 @bar:ml-auto">
          {set === 0 ? "No filter set" : set === 1 ? "1 filter set" : "2 filters set"}
        </p>
      </Form>
    </div>
  );
}

const press = { type: "submit", size: "tool", wraps: false } as const;

const bar = [
  "flex flex-wrap items-end gap-4 border-b border-line bg-ground p-4 print:hidden",
  "@table:px-6 @table:pt-4.5 @table:pb-5",
].join(" ");

const picker = "relative w-58 @max-bar:w-auto @max-bar:min-w-0 @max-bar:flex-1";

// Firefox puts a calendar button of its own at the field's end, out of reach of any rule: it is cut off. The ring is
// around the whole: in WebKit focus is in a part of the field, which is not the field's own.
const datePicker = [
  "overflow-clip rounded-control border-control border-edge bg-raised",
  "focus-within:outline-3 focus-within:outline-offset-3 focus-within:outline-focus",
].join(" ");

// Wider than its box, which cuts Firefox's own button off; the one of Chromium is under the design's picture of it.
const dateInput = [
  "min-h-11.25 w-[calc(100%+1.65em)] appearance-none bg-transparent pl-3.5",
  "focus-visible:outline-none invalid:not-focus:text-transparent",
  "picker-indicator:absolute picker-indicator:inset-y-0 picker-indicator:right-0 picker-indicator:m-0",
  "picker-indicator:h-full picker-indicator:w-11 picker-indicator:cursor-pointer",
  "picker-indicator:p-0 picker-indicator:opacity-0",
].join(" ");

// In place of the browser's own pattern while the field is empty and nobody is in it; with forced colours the
// pattern cannot be hidden.
const placeholder = [
  "pointer-events-none absolute top-3 left-3.5 hidden leading-normal",
  "not-forced-colors:peer-invalid:peer-not-focus:block",
].join(" ");

const select = [
  "min-h-12 w-full appearance-none rounded-control border-control border-edge bg-raised",
  "pr-11 pl-3.5 text-ellipsis",
].join(" ");

const icon = "pointer-events-none absolute size-5 flex-none stroke-icon text-ink-2";
