import type { NewestTrip } from "server/dashboard/dashboard-data.server";
import { formatDateTime, formatIso } from "~/lib/format-date";
import { StatusIcon } from "~/ui/status-icon";

/** How new the data itself is, whenever it was asked for; marked when trips have stopped coming in. */
export function NewestTripStamp({ trip: { at, old } }: { trip: NewestTrip }) {
  return (
    <p className={`flex items-center gap-2 tabular-nums ${old ? "font-semibold" : "text-ink-2"}`}>
      {old && <StatusIcon tone="watch" />}
      <span>
        <time dateTime={formatIso(at)}>Newest trip {formatDateTime(at)}</time>
        {old && ", more than a day before these figures"}
      </span>
    </p>
  );
}
