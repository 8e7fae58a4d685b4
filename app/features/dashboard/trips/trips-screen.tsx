import { useRef } from "react";
import { ButtonLink } from "~/ui/button";
import { Panel, SkeletonBar } from "~/ui/panel";
import { StatePanel } from "~/ui/state-panel";
import { dashboardUrl, type DashboardState } from "../dashboard-url";
import type { DashboardAnswer } from "../dashboard-view";
import { AsOf, NewestTripStamp } from "../figures-status";
import { acceptNewerRows } from "../ask-server";
import { LoadFailure } from "../load-failure";
import { FilterBar, FilterLine } from "./filter-bar";
import { Paging, useFocusFallback } from "./paging";
import { TripTable } from "./trip-table";
import { TripTools } from "./trip-tools";

interface TripsScreenProps {
  answer: DashboardAnswer;
  /** The view that is loading. The filters and paging of the answer stay until it comes. */
  pending: DashboardState | null;
}

/** Trip Summary: search, filters, the table of trips and its paging. */
export function TripsScreen({ answer, pending }: TripsScreenProps) {
  const state = pending ?? answer.state;
  const heading = useRef<HTMLHeadingElement>(null);
  const { results, errors, newestTrip, hasNewerRows } = answer;
  const { trips: list, filters } = results;
  const shown = pending ? null : list;
  const countries = filters?.value.countries ?? (errors.filters ? [] : null);
  return (
    <Panel
      className="@container/wide"
      breaks
      aria-labelledby="all-trips"
      {...useFocusFallback(heading)}
    >
      <div className={head}>
        <h2 className="text-subheading @table:pt-2.5" id="all-trips" ref={heading} tabIndex={-1}>
          All Trips
        </h2>
        <TripTools state={state} />
      </div>
      {answer.state.tab === "trip" && <FilterBar state={answer.state} countries={countries} />}
      {errors.filters && !filters && (
        <p className="px-4 pt-3 text-15 text-danger @table:px-6">
          The countries could not be loaded: {errors.filters}
        </p>
      )}
      <FilterLine state={state} countries={countries} />
      {pending && <TripsLoading />}
      {hasNewerRows && !pending && <NewerTrips state={state} />}
      {errors.trips && !pending && <LoadFailure title="Failed to load trips" text={errors.trips} />}
      {shown && shown.value.trips.length > 0 && <TripTable trips={shown.value.trips} />}
      {shown?.value.trips.length === 0 && <NoTrips />}
      {list && <Paging state={answer.state} page={list.value} />}
      {shown && (
        <div className={ages}>
          <AsOf {...shown} />
          {newestTrip && <NewestTripStamp trip={newestTrip} />}
          <p className="text-ink-2">Days and times are UTC.</p>
        </div>
      )}
    </Panel>
  );
}

const head =
  "flex flex-wrap justify-between gap-x-5 gap-y-4 border-b border-line px-4 py-4.5 " +
  "@max-table:grid @max-table:grid-cols-[1fr_1fr_auto] @max-table:items-center @max-table:gap-2.5 " +
  "@max-stack:flex @max-stack:flex-col @max-stack:items-stretch @table:px-6 @table:py-5";

const ages =
  "flex flex-wrap justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-15 @table:px-6";

/** Link that opens this view again, with its newer rows. It overlays the rows and moves none. */
function NewerTrips({ state }: { state: DashboardState }) {
  return (
    <div className="sticky top-24 z-4 flex h-0 justify-end lg:top-4 @table:justify-center print:hidden">
      <ButtonLink
        to={dashboardUrl(state)}
        onClick={({ ctrlKey, metaKey, shiftKey }) => {
          if (!ctrlKey && !metaKey && !shiftKey) acceptNewerRows(); // otherwise the link opens elsewhere
        }}
        tone="ink"
        size="small"
        className="h-fit -translate-y-4.5 shadow-float @max-table:mr-4 @table:translate-y-0"
        preventScrollReset
      >
        Newer trips
      </ButtonLink>
    </div>
  );
}

function NoTrips() {
  return (
    <StatePanel
      title="No trips found"
      text="Try adjusting your filters or search criteria"
      picture={emptyRoad}
    >
      <ButtonLink tone="line" size="small" to={dashboardUrl({ tab: "trip" })} preventScrollReset>
        Show all trips
      </ButtonLink>
    </StatePanel>
  );
}

/** Decorative picture of an empty road. */
const emptyRoad = (
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

/** Loading state, about as high as twelve rows to avoid a layout shift. */
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
