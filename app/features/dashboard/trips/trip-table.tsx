import type { Trip } from "server/upstream/contracts/trips.server";
import type { DashboardState } from "../dashboard-url";
import { DASH } from "~/lib/format-metric";
import { FigureText } from "~/ui/figure-text";
import { useHydrated } from "~/ui/use-hydrated";
import { buildTripRow, TRIP_COLUMNS, type TripRow } from "./trips-view";
import { RouteIcon, WalletCell } from "./wallet-cell";

const RIGHT_ALIGNED = new Set<string>(["Duration", "Distance", "Beats"]);

/** One page of trips. On narrow screens every row is a card; it stays one table. */
export function TripTable({ trips, state }: { trips: readonly Trip[]; state: DashboardState }) {
  const scripts = useHydrated();
  return (
    <>
      <RouteIcon />
      <table className="w-full border-collapse text-15 @max-table:block" aria-label="Trips">
        <thead className="@max-table:sr-only">
          <tr>
            {TRIP_COLUMNS.map((column) => (
              <th
                key={column}
                scope="col"
                className={`${heading} ${RIGHT_ALIGNED.has(column) ? "text-right" : "text-left"}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={body}>
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
    </>
  );
}

const heading = [
  "border-b-control border-edge px-4 pt-3.5 pb-3 text-13/none font-bold whitespace-nowrap text-ink-2",
  "first:pl-6 last:pr-6",
].join(" ");

// All rows' and cells' styles stand here once: on every cell they would be half of the page.
const body = [
  "@max-table:block @duo:@max-table:grid @duo:@max-table:grid-cols-2",
  // A row.
  "*:hover:bg-wash *:print:break-inside-avoid",
  "@max-table:*:flex @max-table:*:flex-wrap @max-table:*:items-center @max-table:*:gap-x-2 @max-table:*:gap-y-1.5",
  "@max-table:*:border-b @max-table:*:border-line @max-table:*:px-4 @max-table:*:pt-3.5 @max-table:*:pb-3",
  "@duo:@max-table:*:odd:border-r",
  // A cell.
  "@table:**:data-cell:h-14 @table:**:data-cell:border-b @table:**:data-cell:border-line",
  "@table:**:data-cell:align-middle",
  "@max-stack:**:data-cell:min-w-0 @max-stack:**:data-cell:flex-auto @max-stack:**:data-cell:basis-full @max-stack:**:data-cell:text-left",
  "@max-stack:**:data-cell:wrap-anywhere @max-stack:**:data-cell:whitespace-normal",
  // Each column's own.
  "**:data-id:truncate **:data-id:mono-figures",
  "@table:**:data-id:max-w-[18ch] @table:**:data-id:pr-4 @table:**:data-id:pl-6",
  "@max-table:**:data-id:flex-[1_1_32%] @max-table:**:data-id:font-bold",
  "**:data-wallet:whitespace-nowrap @table:**:data-wallet:px-4",
  "@max-table:**:data-wallet:min-w-[30%] @max-table:**:data-wallet:flex-none @max-table:**:data-wallet:text-right",
  "**:data-date:whitespace-nowrap **:data-date:tabular-nums @table:**:data-date:px-4",
  "@max-table:**:data-date:flex-[0_0_46%] @max-table:**:data-date:text-ink-2",
  "**:data-measure:mono-figures **:data-measure:whitespace-nowrap",
  "@table:**:data-measure:px-4 @table:**:data-measure:text-right",
  "@max-table:**:data-measure:order-2 @max-table:**:data-measure:flex-[1_1_28%]",
  "@max-table:**:data-measure:font-semibold",
  "@max-table:**:data-measure:before:block",
  "@max-table:**:data-measure:before:content-[attr(data-measure)]",
  "**:data-measure:before:hidden **:data-measure:before:font-sans **:data-measure:before:text-13/tight",
  "**:data-measure:before:font-normal **:data-measure:before:text-ink-2",
  "**:data-country:wrap-anywhere @table:**:data-country:pr-6 @table:**:data-country:pl-4",
  "@max-table:**:data-country:order-1 @max-table:**:data-country:flex-[1_1_30%]",
  "@max-table:**:data-country:text-right",
].join(" ");

interface RowProps {
  row: TripRow;
  state: DashboardState;
  /** Whether scripts can copy its wallet. */
  copies: boolean;
}

/** As a card three lines: ID and wallet, date and country, then the three measures. */
function Row({ row, ...rest }: RowProps) {
  return (
    <tr>
      <td data-cell="" data-id="">
        {row.id}
      </td>
      <td data-cell="" data-wallet="">
        {row.wallet ? (
          <WalletCell wallet={row.wallet} {...rest} />
        ) : (
          <span className="text-ink-2">{DASH}</span>
        )}
      </td>
      <td data-cell="" data-date="">
        {row.dateTime ? <time dateTime={row.dateTime}>{row.date}</time> : row.date}
      </td>
      <td data-cell="" data-measure="Duration">
        {row.duration}
      </td>
      <td data-cell="" data-measure="Distance">
        <FigureText {...row.distance} />
      </td>
      <td data-cell="" data-measure="Beats">
        <FigureText {...row.beats} />
      </td>
      <td data-cell="" data-country="">
        {row.country}
      </td>
    </tr>
  );
}
