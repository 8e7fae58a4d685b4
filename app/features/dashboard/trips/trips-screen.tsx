import { Form } from "@remix-run/react";
import { Download, ListFilter, RotateCw } from "lucide-react";
import { useState } from "react";
import type { TripFilters, TripPage } from "server/upstream/contracts/trips.server";
import { isFailed, type Block } from "../block";
import { DASHBOARD_PATH, tripsCsvUrl, type DashboardState } from "../dashboard-url";
import { reloadSoon } from "../reload-page";
import { ReloadForm } from "../reload-form";
import { StateFields } from "../state-fields";
import { AgeStamp } from "~/ui/age-stamp";
import { FailurePanel, RetryButton, StatePanel } from "~/ui/state-panel";
import { EmptyRoad } from "./empty-road";
import { FilterBar, ResetLink } from "./filter-bar";
import { Paging } from "./paging";
import type { ShownPaging } from "./trip-pages";
import { TripSearch } from "./trip-search";
import { TripTable } from "./trip-table";
import { useFocusKept } from "./use-focus-kept";

interface TripsScreenProps {
  state: DashboardState;
  /** Null while they are on their way. */
  page: Block<TripPage> | null;
  /** Null while nothing is known of the list. */
  paging: ShownPaging | null;
  filters: Block<TripFilters> | null;
  /** The server's clock, epoch milliseconds. */
  now: number;
}

/** Trip Summary: search, filters, the table of trips and its paging. */
export function TripsScreen({ state, page, paging, filters, now }: TripsScreenProps) {
  const filtersSet = state.filtersOpen || state.dateWasInvalid || state.date || state.country;
  const [open, setOpen] = useState(Boolean(filtersSet));
  const { target: heading, part } = useFocusKept<HTMLHeadingElement>();
  return (
    <section className="panel trips" aria-labelledby="all-trips" {...part}>
      <div className="trips-head">
        <h2 id="all-trips" ref={heading} tabIndex={-1}>
          All Trips
        </h2>
        <div className="tools">
          <TripSearch state={state} />
          <Form method="get" action={DASHBOARD_PATH} className="tool-filter">
            <StateFields state={{ ...state, filtersOpen: !open }} />
            <button
              className="btn line"
              aria-expanded={open}
              aria-controls={open ? "trip-filters" : undefined}
              onClick={(event) => {
                event.preventDefault();
                setOpen(!open);
              }}
            >
              <ListFilter className="i" aria-hidden />
              Filter By
            </button>
          </Form>
          <a className="btn line tool-export" href={tripsCsvUrl(state)}>
            <Download className="i" aria-hidden />
            Export CSV
          </a>
          <ReloadForm state={state}>
            <button
              className="icon-btn"
              aria-label="Reload"
              title="Reload"
              onClick={(event) => {
                event.preventDefault();
                reloadSoon(state);
              }}
            >
              <RotateCw className="i" aria-hidden />
            </button>
          </ReloadForm>
        </div>
      </div>
      {open && (
        <FilterBar state={state} filters={filters && (isFailed(filters) ? none : filters.value)} />
      )}
      <TripList state={state} page={page} paging={paging} now={now} />
    </section>
  );
}

const none: TripFilters = { countries: [] };

type TripListProps = Pick<TripsScreenProps, "state" | "page" | "paging" | "now">;

function TripList({ state, page, paging, now }: TripListProps) {
  const came = page && !isFailed(page) ? page : null;
  return (
    <>
      {!page && <TripsLoading />}
      {page && isFailed(page) && (
        <FailurePanel
          title="Failed to load trips"
          text={page.error}
          retry={
            <ReloadForm state={state}>
              <RetryButton />
            </ReloadForm>
          }
        />
      )}
      {came && came.value.trips.length > 0 && <TripTable trips={came.value.trips} state={state} />}
      {came?.value.trips.length === 0 && <NoTrips />}
      {paging && <Paging state={state} paging={paging} />}
      {came && (
        <div className="trips-age">
          <AgeStamp asOf={came.asOf} now={now} stale={came.state === "stale"} exact />
          <p className="muted">All times are UTC.</p>
        </div>
      )}
    </>
  );
}

function NoTrips() {
  return (
    <StatePanel
      title="No trips found"
      text="Try adjusting your filters or search criteria"
      picture={<EmptyRoad />}
    >
      <ResetLink />
    </StatePanel>
  );
}

function TripsLoading() {
  return (
    <div className="trips-loading" aria-busy="true">
      <p role="status">Loading trips...</p>
      {[92, 78, 86, 64].map((percent) => (
        <i key={percent} style={{ width: `${percent}%` }} />
      ))}
    </div>
  );
}
