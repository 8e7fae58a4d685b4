import type { NewestTrip } from "server/dashboard/dashboard-data.server";
import { formatDateTime, formatIso } from "~/lib/format-moment";
import { StatusIcon } from "~/ui/status-icon";

/** Start of the upstream's newest trip, marked when it is over a day older than the figures. */
export function NewestTripStamp({ trip: { at, old } }: { trip: NewestTrip }) {
  return (
    <p className={`flex items-center gap-2 tabular-nums ${old ? "font-semibold" : "text-ink-2"}`}>
      {old && <StatusIcon tone="watch" />}
      <span>
        <time dateTime={formatIso(at)}>Newest trip {formatDateTime(at)} UTC</time>
        {old && ", more than a day before these figures"}
      </span>
    </p>
  );
}
