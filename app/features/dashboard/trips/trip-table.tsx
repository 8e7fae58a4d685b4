import type { Trip } from "server/upstream/contracts/trips.server";
import { formatDateTime, formatIso } from "~/lib/format-moment";
import { formatDuration } from "~/lib/format-duration";
import { DASH, formatMeasure } from "~/lib/format-metric";
import { FigureText } from "~/ui/figure-text";
import { ResponsiveTable } from "~/ui/responsive-table";
import { Wallet } from "./wallet";

const columns = [
  { label: "ID" },
  { label: "Wallet" },
  { label: "DATE" },
  { label: "Duration", figures: true },
  { label: "Distance", figures: true },
  { label: "Beats", figures: true },
  { label: "Country" },
];

/** Table of one page of trips. In narrow panels CSS displays each row as a card. */
export function TripTable({ trips }: { trips: readonly Trip[] }) {
  return (
    <ResponsiveTable caption="Trips" columns={columns} from="wide" className="trip-table">
      {trips.map((trip, index) => (
        <Row key={`${trip.id}/${index}`} {...trip} />
      ))}
    </ResponsiveTable>
  );
}

function Row({ id, wallet, startTime, duration, distance, beats, country }: Trip) {
  return (
    <tr>
      <td data-id="" title={id}>
        {id}
      </td>
      <td data-wallet="">
        {wallet ? <Wallet wallet={wallet} /> : <span className="text-ink-2">{DASH}</span>}
      </td>
      <td data-date="">
        {startTime === null ? (
          DASH
        ) : (
          <time dateTime={formatIso(startTime)}>{formatDateTime(startTime)}</time>
        )}
      </td>
      <td data-label="Duration" data-figures="">
        {!duration ? DASH : "text" in duration ? duration.text : formatDuration(duration.seconds)}
      </td>
      <td data-label="Distance" data-figures="">
        <FigureText shown={formatMeasure(distance)} value={distance} unit="km" />
      </td>
      <td data-label="Beats" data-figures="">
        <FigureText shown={formatMeasure(beats)} value={beats} />
      </td>
      <td data-country="">{country || DASH}</td>
    </tr>
  );
}
