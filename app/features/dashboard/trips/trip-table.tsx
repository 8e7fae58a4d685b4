import type { Trip } from "server/upstream/contracts/trips.server";
import { formatDateTime, formatIso } from "~/lib/format-moment";
import { formatDuration } from "~/lib/format-duration";
import { DASH, formatMeasure } from "~/lib/format-metric";
import { FigureText } from "~/ui/figure-text";
import { ResponsiveTable, type TableColumn } from "~/ui/responsive-table";
import { Wallet } from "./wallet";

const columns: TableColumn<Trip>[] = [
  { label: "ID", cell: ({ id }) => <span title={id}>{id}</span> },
  { label: "Wallet", cell: ({ wallet }) => <Wallet wallet={wallet} /> },
  { label: "DATE", cell: startOf },
  { label: "Duration", kind: "figure", cell: durationOf },
  { label: "Distance", kind: "figure", cell: ({ distance }) => measure(distance, "km") },
  { label: "Beats", kind: "figure", cell: ({ beats }) => measure(beats) },
  { label: "Country", cell: ({ country }) => country || DASH },
];

function startOf({ startTime: at }: Trip) {
  return at === null ? DASH : <time dateTime={formatIso(at)}>{formatDateTime(at)}</time>;
}

function durationOf({ duration }: Trip) {
  if (!duration) return DASH;
  return "text" in duration ? duration.text : formatDuration(duration.seconds);
}

const measure = (value: number | null, unit?: string) => (
  <FigureText shown={formatMeasure(value)} value={value} unit={unit} />
);

/** Table of one page of trips. In narrow panels CSS displays each row as a card. */
export function TripTable({ trips }: { trips: readonly Trip[] }) {
  return (
    <ResponsiveTable
      caption="Trips"
      columns={columns}
      rows={trips}
      keyOf={({ id }, index) => `${id}/${index}`}
      from="wide"
      className="trip-table"
    />
  );
}
