import type { Trip } from "server/upstream/contracts/trips.server";
import type { DashboardState } from "../dashboard-url";
import { DASH } from "~/lib/format-metric";
import { FigureText } from "~/ui/figure-text";
import { useSite } from "~/features/shell/site";
import { ResponsiveTable } from "~/ui/responsive-table";
import { useHydrated } from "~/lib/hydration";
import { TripDetails } from "./trip-details";
import { buildTripRow, TRIP_COLUMNS } from "./trip-texts";
import { TripTime } from "./trip-time";
import { RouteIcon, WalletCell } from "./wallet-cell";

const RIGHT_ALIGNED = new Set<string>(["Duration", "Distance", "Beats"]);

const columns = TRIP_COLUMNS.map((label) => ({ label, figures: RIGHT_ALIGNED.has(label) }));

/** One page of trips. On narrow screens every row is a card; it stays one table. */
export function TripTable({ trips, state }: { trips: readonly Trip[]; state: DashboardState }) {
  const scripts = useHydrated();
  const { rows } = useSite().display;
  return (
    <>
      <RouteIcon />
      <ResponsiveTable
        caption="Trips"
        columns={columns}
        from="wide"
        rows={rows}
        cards="lines"
        className={cells}
      >
        {trips.map((trip, index) => (
          <Row key={`${trip.id}/${index}`} trip={trip} state={state} scripts={scripts} />
        ))}
      </ResponsiveTable>
    </>
  );
}

// What the columns have of their own. As a card three lines: ID and wallet, date and country, then the three measures.
const cells = [
  "**:data-id:mono-figures as-table:**:data-id:max-w-measure-18",
  // What is opened reaches past its column, for no more than the table's least width, and makes none wider.
  "**:data-opens:cursor-pointer **:data-opens:truncate **:data-opens:pt-1 **:data-opens:pb-0.5",
  "**:data-opens:marker:text-ink-2 as-cards:**:data-opens:font-bold",
  "**:data-lines:pt-1 **:data-lines:pb-3 **:data-lines:whitespace-pre-line **:data-lines:wrap-anywhere",
  "as-table:**:data-lines:w-200 as-table:**:data-lines:-mr-200",
  "as-table:*:*:has-open:*:align-baseline as-cards:**:data-id:has-open:col-span-full",
  "as-cards:*:*:has-open:**:data-wallet:col-span-full as-cards:*:*:has-open:**:data-wallet:text-left",
  "@stack:**:data-wallet:whitespace-nowrap as-cards:**:data-wallet:col-span-4 as-cards:**:data-wallet:text-right",
  // With room for the visitor's own time, which comes with the scripts.
  "@row:scripted:**:data-date:w-75",
  "@stack:**:data-date:whitespace-nowrap **:data-date:tabular-nums",
  "as-cards:**:data-date:col-span-3 as-cards:**:data-date:text-ink-2",
  "@stack:**:data-label:whitespace-nowrap as-cards:**:data-label:order-2 as-cards:**:data-label:font-semibold",
  "**:data-country:wrap-anywhere as-cards:**:data-country:order-1",
  "as-cards:**:data-country:col-span-3 as-cards:**:data-country:text-right",
  "@max-stack:as-cards:**:data-wallet:text-left @max-stack:as-cards:**:data-country:text-left",
].join(" ");

interface RowProps {
  trip: Trip;
  state: DashboardState;
  /** Whether scripts run: they copy its wallet, and know the visitor's own time. */
  scripts: boolean;
}

function Row({ trip, state, scripts }: RowProps) {
  const row = buildTripRow(trip);
  return (
    <tr>
      <td data-id="">
        <TripDetails trip={trip} />
      </td>
      <td data-wallet="">
        {row.wallet ? (
          <WalletCell wallet={row.wallet} state={state} copies={scripts} />
        ) : (
          <span className="text-ink-2">{DASH}</span>
        )}
      </td>
      <td data-date="">
        {trip.startTime === null ? (
          row.date
        ) : (
          <TripTime at={trip.startTime} text={row.date} local={scripts} />
        )}
      </td>
      <td data-label="Duration" data-figures="">
        {row.duration}
      </td>
      <td data-label="Distance" data-figures="">
        <FigureText {...row.distance} />
      </td>
      <td data-label="Beats" data-figures="">
        <FigureText {...row.beats} />
      </td>
      <td data-country="">{row.country}</td>
    </tr>
  );
}
