import { Download, RotateCw, Search, Sigma } from "lucide-react";
import { ButtonLink, IconButton } from "~/ui/button";
import { input } from "~/ui/field";
import { AddressForm } from "../address-form";
import { tripsCsvUrl, type DashboardState } from "../dashboard-url";
import { ReloadForm } from "../load-failure";
import { reportUrl } from "../report/report-url";

/** Search, export, report and reload. In narrow panels they are cells of the head's grid, one beside the heading. */
export function TripTools({ state }: { state: DashboardState }) {
  const tool = { tone: "line", size: "tool", wraps: false, rel: "nofollow" } as const;
  return (
    <div className="flex flex-wrap items-start gap-2.5 @max-table:contents print:hidden">
      <TripSearch state={state} />
      <ButtonLink
        {...tool}
        href={tripsCsvUrl(state)}
        className="col-start-1 col-end-4 @max-stack:whitespace-normal"
      >
        <Download className="icon" aria-hidden />
        Export CSV
      </ButtonLink>
      {state.q === undefined && (
        <ButtonLink
          {...tool}
          to={reportUrl({ from: state.date, to: state.date, country: state.country })}
          className="col-start-2 col-end-4 row-start-1 justify-self-end @max-stack:whitespace-normal"
        >
          <Sigma className="icon" aria-hidden />
          Sum up
        </ButtonLink>
      )}
      <ReloadForm className="col-start-3 row-start-2">
        <IconButton type="submit" aria-label="Reload" title="Reload">
          <RotateCw className="icon" aria-hidden />
        </IconButton>
      </ReloadForm>
    </div>
  );
}

/** Search over all trips, which clears the filters. Without filters, an empty search shows all. */
function TripSearch({ state }: { state: DashboardState }) {
  const { q = "", date, country } = state;
  const filtered = date !== undefined || country !== undefined;
  return (
    <AddressForm className="relative col-span-2 @table:w-75" role="search">
      <input type="hidden" name="tab" value="trip" />
      <button className={searchButton} aria-label="Search" title="Search">
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

const searchButton =
  "absolute top-1 left-1 grid size-10 cursor-pointer place-items-center rounded-control " +
  "text-ink-2 hover:text-ink";
