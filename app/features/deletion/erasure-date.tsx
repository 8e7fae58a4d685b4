import { lifecycleDated } from "~/content/account-deletion";
import { formatDay } from "~/lib/format-day";

/** The day of a permanent erasure, in UTC. */
export function ErasureDate({ at }: { at: number }) {
  const day = new Date(at).toISOString().slice(0, 10);
  return (
    <time dateTime={day} className="date">
      {formatDay(day)} UTC
    </time>
  );
}

/** Until when an account can come back, and what happens then. */
export function DatedLifecycle({ erasedAt }: { erasedAt: number }) {
  const [before, after] = lifecycleDated.split("{date}");
  return (
    <>
      {before}
      <ErasureDate at={erasedAt} />
      {after}
    </>
  );
}
