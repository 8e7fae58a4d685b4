import { Form, useNavigate } from "@remix-run/react";
import type { FormEvent } from "react";
import type { TripFilters } from "server/upstream/contracts/trips.server";
import { DASHBOARD_PATH, dashboardUrl, type DashboardState } from "../dashboard-url";
import { StateFields } from "../state-form";
import { Button } from "~/ui/button";
import { useDraft } from "~/ui/use-draft";
import { CountryField } from "./country-field";
import { DateField } from "./date-field";

interface FilterBarProps {
  state: DashboardState;
  /** Null while the countries are on their way. */
  filters: TripFilters | null;
}

/** The filters by date and country. One form: every button of it applies both. */
export function FilterBar({ state, filters }: FilterBarProps) {
  const navigate = useNavigate();
  const date = useDraft<HTMLInputElement>(state.date ?? "");
  const country = useDraft<HTMLSelectElement>(state.country ?? "");

  const show = (next: { date?: string; country?: string }) => {
    const url = dashboardUrl({ tab: "trip", ...next });
    const same = url === dashboardUrl({ ...state, filtersOpen: false });
    navigate(url, { preventScrollReset: true, replace: same });
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    show({ date: date.text, country: country.text });
  };
  const reset = (event: FormEvent) => {
    event.preventDefault();
    date.setText("");
    country.setText("");
    show({});
  };
  const clearDate = (event: FormEvent) => {
    event.preventDefault();
    date.setText("");
    show({ country: country.text });
  };

  const set = [state.date, state.country].filter(Boolean).length;
  return (
    <div className={bar} role="group" aria-label="Filters" id="trip-filters">
      <Form
        method="get"
        action={DASHBOARD_PATH}
        className="flex flex-wrap items-end gap-4 @max-bar:w-full"
        noValidate
        onSubmit={apply}
      >
        <StateFields state={{ tab: "trip", filtersOpen: true }} />
        <DateField draft={date} invalid={state.dateWasInvalid ?? false} clearFormId="clear-date" />
        <CountryField draft={country} filters={filters} />
      </Form>
      <Form id="clear-date" method="get" action={DASHBOARD_PATH} hidden onSubmit={clearDate}>
        <StateFields state={{ tab: "trip", country: state.country, filtersOpen: true }} />
      </Form>
      <Form method="get" action={DASHBOARD_PATH} onSubmit={reset}>
        <StateFields state={{ tab: "trip", filtersOpen: true }} />
        <Button type="submit" tone="line" size="tool" wraps={false}>
          Reset
        </Button>
      </Form>
      <p className="self-center text-15 text-ink-2 @bar:ml-auto">
        {set === 0 ? "No filter set" : set === 1 ? "1 filter set" : "2 filters set"}
      </p>
    </div>
  );
}

const bar = [
  "flex flex-wrap items-end gap-4 border-b border-line bg-ground p-4 print:hidden",
  "@table:px-6 @table:pt-4.5 @table:pb-5",
].join(" ");
