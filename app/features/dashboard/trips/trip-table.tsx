import type { Trip } from "server/upstream/contracts/trips.server";
import { Link } from "@remix-run/react";
import { dashboardUrl, type DashboardState, type TripSelection } from "../dashboard-url";
import { formatDateTime, formatIso, isCalendarDay } from "~/lib/format-date";
import { formatDuration } from "~/lib/format-duration";
import { DASH, formatMeasure } from "~/lib/format-metric";
import { FigureText } from "~/ui/figure-text";
import { useSite } from "~/features/shell/site";
import { ResponsiveTable } from "~/ui/responsive-table";
import { useHydrated } from "~/lib/hydration";
import { TripDetails } from "./trip-details";
import { localClock } from "./trip-texts";
import { RouteIcon, Wallet } from "./wallet";

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
        className="trip-table"
      >
        {trips.map((trip, index) => (
          <Row key={`${trip.id}/${index}`} trip={trip} state={state} scripts={scripts} />
        ))}
      </ResponsiveTable>
    </>
  );
}

interface RowProps {
  trip: Trip;
  state: DashboardState;
  /** Whether scripts run: they can copy wallets and know the visitor's local time. */
  scripts: boolean;
}

function Row({ trip, state, scripts }: RowProps) {
  const { wallet, startTime, duration, distance, beats, country } = trip;
  return (
    <tr>
      <td data-id="">
        <TripDetails trip={trip} />
      </td>
      <td data-wallet="">
        {wallet ? (
          <Wallet wallet={wallet} state={state} copies={scripts} />
        ) : (
          <span className="text-ink-2">{DASH}</span>
        )}
      </td>
      <td data-date="">
        {startTime === null ? DASH : <TripTime at={startTime} state={state} local={scripts} />}
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
      <td data-country="">
        {country && country !== state.country ? (
          <CellLink to={{ date: state.date, country }}>{country}</CellLink>
        ) : (
          country || DASH
        )}
      </td>
    </tr>
  );
}

interface TripTimeProps {
  /** Epoch milliseconds. */
  at: number;
  state: DashboardState;
  /** Whether to add the visitor's local time, which only scripts know. */
  local: boolean;
}

/** A time in UTC and, in wide tables, the visitor's local time if it differs. */
function TripTime({ at, state, local }: TripTimeProps) {
  const localTime = local ? localClock(at, -new Date(at).getTimezoneOffset()) : null;
  const text = formatDateTime(at);
  const date = formatIso(at).slice(0, "YYYY-MM-DD".length);
  return (
    <time dateTime={formatIso(at)}>
      {date === state.date || !isCalendarDay(date) ? (
        text
      ) : (
        <CellLink to={{ date, country: state.country }}>{text}</CellLink>
      )}
      {localTime && <span className="text-ink-2 @max-row:hidden"> · {localTime}</span>}
    </time>
  );
}

/** Link from a value to all trips with that value. Underlined only on hover and focus. */
function CellLink({ to, children }: { to: Partial<TripSelection>; children: string }) {
  return (
    <Link
      className="inline-flex min-h-6 items-center text-inherit no-underline hover:underline focus-visible:underline"
      to={dashboardUrl({ tab: "trip", ...to })}
      rel="nofollow"
      prefetch="none"
      preventScrollReset
    >
      {children}
    </Link>
  );
}
