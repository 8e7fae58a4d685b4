import { Form } from "@remix-run/react";
import { Download, ListFilter, RotateCw } from "lucide-react";
import { useState } from "react";
import type { NewestTrip } from "server/dashboard/dashboard-data.server";
import type { TripFilters, TripPage } from "server/upstream/contracts/trips.server";
import { isFailed, type QueryResult } from "../query-result";
import { DASHBOARD_PATH, dashboardUrl, tripsCsvUrl, type DashboardState } from "../dashboard-url";
import { NewestTripStamp } from "../newest-trip-stamp";
import { ReloadForm, StateFields } from "../state-form";
import { AgeStamp } from "~/ui/age-stamp";
import { Button, ButtonLink, IconButton } from "~/ui/button";
import { Panel, SkeletonBar } from "~/ui/panel";
import { FailurePanel, RetryButton, StatePanel } from "~/ui/state-panel";
import { FilterBar } from "./filter-bar";
import { FilterLine } from "./filter-line";
import { Paging } from "./paging";
import type { ShownPaging } from "./page-numbers";
import { RowsSwitch } from "./rows-switch";
import { TripSearch } from "./trip-search";
import { TripTable } from "./trip-table";
import { useFocusFallback } from "./use-focus-fallback";
import { TRIPS_HEADING, type WaitingRows } from "./use-held-rows";

interface TripsScreenProps {
  state: DashboardState;
  /** Null while they are on their way. */
  page: QueryResult<TripPage> | null;
  /** Null while nothing is known of the list. */
  paging: ShownPaging | null;
  filters: QueryResult<TripFilters> | null;
  newestTrip: NewestTrip | null;
  waiting: WaitingRows | null;
  /** How many trips the day before has; null where that is not known. */
  tripsDayBefore: number | null;
}

const FILTER_BUTTON_ID = "filter-button";

/** What its key does: as a press of the button would, with the focus on it. */
export function pressFilterButton(): void {
  const button = document.getElementById(FILTER_BUTTON_ID);
  button?.focus();
  button?.click();
}

/** Trip Summary: search, filters, the table of trips and its paging. */
export function TripsScreen(props: TripsScreenProps) {
  const { state, page, paging, filters, newestTrip, waiting, tripsDayBefore } = props;
  const filtersSet = state.filtersOpen || state.dateWasInvalid || state.date || state.country;
  const [open, setOpen] = useState(Boolean(filtersSet));
  const { target: heading, part } = useFocusFallback<HTMLHeadingElement>();
  return (
    <Panel className="@container" breaks aria-labelledby={TRIPS_HEADING} {...part}>
      <div className={head}>
        <h2
          className="text-subheading @table:pt-2.5"
          id={TRIPS_HEADING}
          ref={heading}
          tabIndex={-1}
        >
          All Trips
        </h2>
        <div className={tools}>
          <TripSearch state={state} />
          <Form method="get" action={DASHBOARD_PATH}>
            <StateFields state={{ ...state, filtersOpen: !open }} />
            <Button
              type="submit"
              id={FILTER_BUTTON_ID}
              tone="line"
              size="tool"
              wraps={false}
              className="@max-table:w-full @max-stack:whitespace-normal"
              aria-expanded={open}
              aria-controls={open ? "trip-filters" : undefined}
              onClick={(event) => {
                event.preventDefault();
                setOpen(!open);
              }}
            >
              <ListFilter className="icon" aria-hidden />
              Filter By
            </Button>
          </Form>
          <ButtonLink
            href={tripsCsvUrl(state)}
            rel="nofollow"
            tone="line"
            size="tool"
            wraps={false}
            className="col-start-2 col-end-4 @max-stack:whitespace-normal"
          >
            <Download className="icon" aria-hidden />
            Export CSV
          </ButtonLink>
          <RowsSwitch />
          <ReloadForm state={state} className="col-start-3 row-start-1">
            <IconButton type="submit" aria-label="Reload" title="Reload">
              <RotateCw className="icon" aria-hidden />
            </IconButton>
          </ReloadForm>
        </div>
      </div>
      {open && (
        <FilterBar state={state} filters={filters && (isFailed(filters) ? none : filters.value)} />
      )}
      <FilterLine
        state={state}
        trips={page && !isFailed(page) ? page.value.pagination.totalItems : null}
        tripsDayBefore={tripsDayBefore}
      />
      <NewRows waiting={waiting} />
      <TripList state={state} page={page} paging={paging} newestTrip={newestTrip} />
    </Panel>
  );
}

const head = [
  "flex flex-wrap justify-between gap-x-5 gap-y-4 border-b border-line px-4 py-4.5",
  "@max-table:flex-col @table:px-6 @table:py-5",
].join(" ");

const tools = [
  "flex flex-wrap items-start gap-2.5 print:hidden",
  "@max-table:grid @max-table:grid-cols-[1fr_1fr_auto] @max-stack:flex @max-stack:flex-col @max-stack:items-stretch",
].join(" ");

/** Says that newer rows have come, and shows them when asked to. It floats: no row moves from under a pointer. */
function NewRows({ waiting }: { waiting: WaitingRows | null }) {
  const added = waiting?.added ?? 0;
  const words = added === 0 ? "Newer rows" : added === 1 ? "1 new trip" : `${added} new trips`;
  return (
    <div className="sticky top-24 z-4 flex h-0 justify-center lg:top-4 print:hidden">
      <div role="status" className="h-fit -translate-y-4.5 @table:translate-y-0">
        {waiting && (
          <p className={notice}>
            {words}:
            <Button tone="line" size="small" className="-my-px -mr-px" onClick={waiting.show}>
              show
            </Button>
          </p>
        )}
      </div>
    </div>
  );
}

const notice = [
  "flex items-center gap-3 rounded-sign border border-edge bg-raised pl-4",
  "text-15 font-semibold shadow-float",
].join(" ");

const none: TripFilters = { countries: [] };

type TripListProps = Pick<TripsScreenProps, "state" | "page" | "paging" | "newestTrip">;

function TripList({ state, page, paging, newestTrip }: TripListProps) {
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
        <div className={ages}>
          <AgeStamp asOf={came.asOf} />
          {newestTrip && <NewestTripStamp trip={newestTrip} />}
          <p className="text-ink-2">Days and times are UTC unless a zone is named.</p>
        </div>
      )}
    </>
  );
}

const ages =
  "flex flex-wrap justify-between gap-x-4 gap-y-1 border-t border-line px-4 pt-2.5 pb-1.75 text-15 @table:px-6";

function NoTrips() {
  return (
    <StatePanel
      title="No trips found"
      text="Try adjusting your filters or search criteria"
      picture={<EmptyRoad />}
    >
      <ButtonLink tone="line" size="small" to={dashboardUrl({ tab: "trip" })} preventScrollReset>
        Show all trips
      </ButtonLink>
    </StatePanel>
  );
}

/** A road with nobody on it. */
function EmptyRoad() {
  return (
    <svg className="mb-5.5 h-auto w-30" viewBox="0 0 120 70" fill="none" aria-hidden="true">
      <path className="stroke-edge" d="M0 66h120M22 66l33-36M98 66L65 30" strokeWidth="1.5" />
      <path className="fill-line" d="M54 66L58.5 30h3L66 66z" />
      <path
        className="fill-series-2"
        d="M59 66h2l-.3-9h-1.4zM59.2 52h1.6l-.2-7h-1.2zM59.4 41h1.2l-.1-5h-1z"
      />
      <path className="stroke-line" d="M8 30h104" />
    </svg>
  );
}

/** About as high as twelve rows, so that the page does not jump while they come. */
function TripsLoading() {
  return (
    <div className="min-h-178.25 px-6 pt-7 pb-7.5 text-ink-2" aria-busy="true">
      <p className="mb-4" role="status">
        Loading trips...
      </p>
      {[92, 78, 86, 64].map((percent) => (
        <SkeletonBar key={percent} percent={percent} />
      ))}
    </div>
  );
}
