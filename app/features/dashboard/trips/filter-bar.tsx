import { Form, useNavigate } from "@remix-run/react";
import { Calendar, ChevronDown } from "lucide-react";
import type { FormEvent } from "react";
import type { CountryOption } from "server/upstream/contracts/trips.server";
import { Button } from "~/ui/button";
import { Field, fieldStyle, fieldLabel } from "~/ui/field";
import { useDraft } from "~/ui/use-draft";
import {
  CLEAR_PARAM,
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
  /** Null while the countries are loading. */
  countries: readonly CountryOption[] | null;
}

/** Form with the filters by date and country. Each button applies both, except those it clears. */
export function FilterBar({ state, countries }: FilterBarProps) {
  const navigate = useNavigate();
  // The current country gets an option of its own while the list does not contain it.
  const isListed = countries?.some(({ name }) => name === state.country);
  const unlisted = isListed ? "" : state.country;
  const { field: date, set: setDate } = useDraft<HTMLInputElement>(state.date ?? "");
  const { field: country, set: setCountry } = useDraft<HTMLSelectElement>(
    state.country ?? "",
    `${state.country}/${unlisted}`,
  );

  /** Navigates like the form, but with a short URL, and rejects incomplete dates. */
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent; // React has no type for it
    const cleared = submitter?.getAttribute("value");
    if (cleared) setDate("");
    if (cleared === "all") setCountry("");
    const [day, place] = [date.current, country.current];
    if (!day || !place) return;
    // An incomplete date has an empty value, which would silently clear the filter.
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

  const count = [state.date, state.country].filter(Boolean).length;
  return (
    <div role="group" aria-label="Filters" id={FILTER_BAR_ID}>
      <Form method="get" action={DASHBOARD_PATH} className={bar} noValidate onSubmit={apply}>
        <StateFields state={{ tab: "trip", filters: "open" }} />
        <div className={`${fieldStyle.small} @max-bar:w-full`}>
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
                // Lets CSS match the empty field (`:invalid`) and display the placeholder over it.
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
            {/* First button in the DOM, so that Enter submits with it. */}
            <Button {...buttonProps} tone="go" className="order-1">
              Apply
            </Button>
            <Button {...buttonProps} tone="line" name={CLEAR_PARAM} value="date">
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
              <Button {...buttonProps} tone="go">
                Done
              </Button>
            </div>
          )}
        </Field>
        <Button {...buttonProps} tone="line" name={CLEAR_PARAM} value="all">
          Reset
        </Button>
        <p className="self-center text-15 text-ink-2 @bar:ml-auto">
          {count === 0 ? "No filter set" : count === 1 ? "1 filter set" : "2 filters set"}
        </p>
      </Form>
    </div>
  );
}

const buttonProps = { type: "submit", size: "tool", wraps: false } as const;

const bar =
  "flex flex-wrap items-end gap-4 border-b border-line bg-ground p-4 print:hidden " +
  "@table:px-6 @table:pt-4.5 @table:pb-5";

const picker = "relative w-58 @max-bar:w-auto @max-bar:min-w-0 @max-bar:flex-1";

// Clips Firefox's own calendar button, which CSS cannot style. The focus ring is on the wrapper,
// because WebKit focuses a part of the field and not the field itself.
const datePicker =
  "overflow-clip rounded-control border-control border-edge bg-raised " +
  "focus-within:outline-3 focus-within:outline-offset-3 focus-within:outline-focus";

// Wider than the wrapper, which clips Firefox's button. Chromium's button lies under the icon.
const dateInput =
  "min-h-11.25 w-[calc(100%+1.65em)] appearance-none bg-transparent pl-3.5 " +
  "focus-visible:outline-none invalid:not-focus:text-transparent " +
  "picker-indicator:absolute picker-indicator:inset-y-0 picker-indicator:right-0 picker-indicator:m-0 " +
  "picker-indicator:h-full picker-indicator:w-11 picker-indicator:cursor-pointer " +
  "picker-indicator:p-0 picker-indicator:opacity-0";

// Replaces the browser's date pattern while the field is empty and unfocused. Forced colours show
// the pattern in any case.
const placeholder =
  "pointer-events-none absolute top-3 left-3.5 hidden leading-normal " +
  "not-forced-colors:peer-invalid:peer-not-focus:block";

const select =
  "min-h-12 w-full appearance-none rounded-control border-control border-edge bg-raised " +
  "pr-11 pl-3.5 text-ellipsis";

const icon = "pointer-events-none absolute size-5 flex-none stroke-icon text-ink-2";
