import { useState } from "react";
import type { TripPage } from "server/upstream/contracts/trips.server";
import { formatIso, isCalendarDay } from "~/lib/format-date";
import { isFailed, type QueryResult } from "../query-result";
import type { DashboardState } from "../dashboard-url";

/** The newest trip's day once the first page of all trips has been seen; null until then. */
export function useNewestDay(
  state: DashboardState,
  page: QueryResult<TripPage> | null,
): string | null {
  const shown = newestDay(state, page);
  const [seen, setSeen] = useState(shown);
  if (shown !== null && shown !== seen) setSeen(shown);
  return shown ?? seen;
}

/** The newest trip's day as `YYYY-MM-DD`: the first row's, of the first page of all trips; null for any other list. */
export function newestDay(
  { page: number, date, country, q }: DashboardState,
  page: QueryResult<TripPage> | null,
): string | null {
  if (!page || isFailed(page) || number > 1 || date || country || q) return null;
  const start = page.value.trips[0]?.startTime ?? null;
  if (start === null) return null;
  const day = formatIso(start).slice(0, "YYYY-MM-DD".length);
  return isCalendarDay(day) ? day : null;
}
