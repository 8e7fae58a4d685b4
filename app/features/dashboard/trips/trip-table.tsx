import type { Trip } from "server/upstream/contracts/trips.server";
import type { DashboardState } from "../dashboard-url";
import { DASH } from "~/lib/format-metric";
import { FigureText } from "~/ui/figure-text";
import { useHydrated } from "~/ui/use-hydrated";
import { buildTripRow, TRIP_COLUMNS, type TripRow } from "./trips-view";
import { WalletCell } from "./wallet-cell";

const RIGHT_ALIGNED = new Set<string>(["Duration", "Distance", "Beats"]);

/** One page of trips. On narrow screens CSS makes every row a list item; it stays one table. */
export function TripTable({ trips, state }: { trips: readonly Trip[]; state: DashboardState }) {
  const scripts = useHydrated();
  return (
    <table className="table trip-table" aria-label="Trips">
      <thead>
        <tr>
          {TRIP_COLUMNS.map((column) => (
            <th key={column} scope="col" className={RIGHT_ALIGNED.has(column) ? "r" : undefined}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {trips.map((trip, index) => (
          <Row
            key={`${trip.id}/${index}`}
            row={buildTripRow(trip)}
            state={state}
            copies={scripts}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  row: TripRow;
  state: DashboardState;
  /** Whether scripts can copy its wallet. */
  copies: boolean;
}

function Row({ row, ...rest }: RowProps) {
  return (
    <tr>
      <td data-label="ID" className="mono trip-id">
        {row.id}
      </td>
      <td data-label="Wallet">
        {row.wallet ? (
          <WalletCell wallet={row.wallet} {...rest} />
        ) : (
          <span className="muted">{DASH}</span>
        )}
      </td>
      <td data-label="DATE" className="num">
        {row.dateTime ? <time dateTime={row.dateTime}>{row.date}</time> : row.date}
      </td>
      <td data-label="Duration" className="mono r">
        {row.duration}
      </td>
      <td data-label="Distance" className="mono r">
        <FigureText {...row.distance} />
      </td>
      <td data-label="Beats" className="mono r">
        <FigureText {...row.beats} />
      </td>
      <td data-label="Country">{row.country}</td>
    </tr>
  );
}
