import { formatDay } from "~/lib/format-day";

/** The day of a permanent erasure, in UTC. */
export function ErasureDate({ at }: { at: number }) {
  const day = new Date(at).toISOString().slice(0, 10);
  return (
    <time dateTime={day} className="date">
      {formatDay(day)}
    </time>
  );
}
