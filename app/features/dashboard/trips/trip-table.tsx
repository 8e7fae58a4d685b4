import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import type { Trip } from "server/upstream/contracts/trips.server";
import type { DashboardState } from "../dashboard-url";
import { DASH } from "~/lib/format-metric";
import { FigureText } from "~/ui/figure-text";
import { useHydrated } from "~/ui/use-hydrated";
import { buildTripRow, TRIP_COLUMNS, type TripRow } from "./trips-view";
import { WalletCell } from "./wallet-cell";

const RIGHT_ALIGNED = new Set<string>(["Duration", "Distance", "Beats"]);

/** One page of trips. On narrow screens every row is a card; it stays one table. */
export function TripTable({ trips, state }: { trips: readonly Trip[]; state: DashboardState }) {
  const scripts = useHydrated();
  return (
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
      <tbody className="@max-table:block @min-[40rem]:@max-table:grid @min-[40rem]:@max-table:grid-cols-[1fr_1fr]">
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

const heading = [
  "border-b-[1.5px] border-edge px-4 pt-3.5 pb-3 text-13/none font-bold whitespace-nowrap text-ink-2",
  "first:pl-6 last:pr-6",
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
    <tr className={rowStyle}>
      <Cell column="id" data-label="ID">
        {row.id}
      </Cell>
      <Cell column="wallet" data-label="Wallet">
        {row.wallet ? (
          <WalletCell wallet={row.wallet} {...rest} />
        ) : (
          <span className="text-ink-2">{DASH}</span>
        )}
      </Cell>
      <Cell column="date" data-label="DATE">
        {row.dateTime ? <time dateTime={row.dateTime}>{row.date}</time> : row.date}
      </Cell>
      <Cell column="measure" data-label="Duration">
        {row.duration}
      </Cell>
      <Cell column="measure" data-label="Distance">
        <FigureText {...row.distance} />
      </Cell>
      <Cell column="measure" data-label="Beats">
        <FigureText {...row.beats} />
      </Cell>
      <Cell column="country" data-label="Country">
        {row.country}
      </Cell>
    </tr>
  );
}

const rowStyle = [
  "hover:bg-wash print:break-inside-avoid",
  "@max-table:flex @max-table:flex-wrap @max-table:items-center @max-table:gap-x-2 @max-table:gap-y-1.5",
  "@max-table:border-b @max-table:border-line @max-table:px-4 @max-table:pt-3.5 @max-table:pb-3",
  "@min-[40rem]:@max-table:odd:border-r",
].join(" ");

const cell = cva(
  [
    "@table:h-14 @table:border-b @table:border-line @table:align-middle",
    "@max-stack:min-w-0 @max-stack:flex-[1_1_100%] @max-stack:text-left",
    "@max-stack:wrap-anywhere @max-stack:whitespace-normal",
  ],
  {
    variants: {
      column: {
        id: [
          "truncate mono-figures @table:max-w-[18ch] @table:pr-4 @table:pl-6",
          "@max-table:flex-[1_1_32%] @max-table:font-bold",
        ],
        wallet: [
          "whitespace-nowrap @table:px-4",
          "@max-table:min-w-[30%] @max-table:flex-none @max-table:text-right",
        ],
        date: [
          "whitespace-nowrap tabular-nums @table:px-4",
          "@max-table:flex-[0_0_46%] @max-table:text-ink-2",
        ],
        measure: [
          "mono-figures whitespace-nowrap @table:px-4 @table:text-right",
          "@max-table:order-2 @max-table:flex-[1_1_28%] @max-table:font-semibold",
          "@max-table:before:block @max-table:before:content-[attr(data-label)]",
          "before:hidden before:font-sans before:text-13/tight before:font-normal before:text-ink-2",
        ],
        country: [
          "wrap-anywhere @table:pr-6 @table:pl-4",
          "@max-table:order-1 @max-table:flex-[1_1_30%] @max-table:text-right",
        ],
      },
    },
  },
);

function Cell({ column, ...td }: ComponentProps<"td"> & VariantProps<typeof cell>) {
  return <td className={cell({ column })} {...td} />;
}
