import { Search } from "lucide-react";
import { input } from "~/ui/field";
import type { DashboardState } from "../dashboard-url";
import { AddressForm } from "../address-form";

/** Search over all trips, which clears the filters. Without filters, an empty search shows all. */
export function TripSearch({ state }: { state: DashboardState }) {
  const { q = "", date, country } = state;
  const filtered = date !== undefined || country !== undefined;
  return (
    <AddressForm className="relative col-span-2 @table:w-75" role="search">
      <input type="hidden" name="tab" value="trip" />
      <button className={button} aria-label="Search" title="Search">
        <Search className="icon" aria-hidden />
      </button>
      <input
        className={input("min-h-12 w-full pr-4 pl-12")}
        type="search"
        name="q"
        aria-label="Search trips"
        aria-describedby={filtered ? "search-scope" : undefined}
        placeholder="Search trips"
        maxLength={200}
        // An empty search, or one of blanks, would clear the filters.
        required={filtered}
        pattern={filtered ? ".*\\S.*" : undefined}
        title={filtered ? "Type what to search for" : undefined}
        defaultValue={q}
      />
      {filtered && (
        <p className="pt-1 text-13/snug text-ink-2" id="search-scope">
          A search covers all trips and clears the filters.
        </p>
      )}
    </AddressForm>
  );
}

const button =
  "absolute top-1 left-1 grid size-10 cursor-pointer place-items-center rounded-control " +
  "text-ink-2 hover:text-ink";
