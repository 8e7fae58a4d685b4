import type { ReactNode } from "react";
import { lifecycleDated } from "~/content/account-deletion";
import { formatDay } from "~/lib/format-day";

/** The day of a permanent erasure, in UTC; in one piece where there is room for it. */
export function ErasureDate({ at }: { at: number }) {
  const day = new Date(at).toISOString().slice(0, 10);
  return (
    <time dateTime={day} className="inline-block">
      {formatDay(day)} UTC
    </time>
  );
}

/** Until when an account can come back, and what happens then; `date` as the place needs it. */
export function DatedLifecycle({ date }: { date: ReactNode }) {
  const [before, after] = lifecycleDated.split("{date}");
  return (
    <>
      {before}
      {date}
      {after}
    </>
  );
}
