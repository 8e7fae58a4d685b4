import type { Trip } from "server/upstream/contracts/trips.server";
import { DASH } from "~/lib/format-metric";
import { FigureText } from "~/ui/figure-text";
import { buildTripRow, TRIP_COLUMNS, type TripRow } from "./trips-view";
import { WalletButton } from "./wallet-button";

const RIGHT_ALIGNED = new Set<string>(["Duration", "Distance", "Beats"]);

/** One page of trips. On narrow screens CSS makes every row a list item; it stays one table. */
export function TripTable({ trips }: { trips: readonly Trip[] }) {
  return (
    <table className="table trip-table" aria-label="Trips">
      <thead>
        <tr>
          {TRIP_COLUMNS.map((column) => (
            <th
              key={column}
              scope="col"

              className={RIGHT_ALIGNED.has(column) ? "r" : undefined}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {trips.map((trip, index) => (
          <Row key={`${trip.id}/${index}`} row={buildTripRow(trip)} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row }: { row: TripRow }) {
  return (
    <tr>
      <td data-label="ID" className="mono trip-id">
        {row.id}
      </td>
      <td data-label="Wallet">
        {row.wallet ? <WalletButton {...row.wallet} /> : <span className="muted">{DASH}</span>}
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
