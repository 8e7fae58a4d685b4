import type { Cached } from "server/cache/stale-while-revalidate.server";
import type { TripPage } from "server/upstream/contracts/trips.server";
import { serverNow } from "~/lib/server-clock";
import type { Answer } from "./browser-answers";
import { isFailed, type DashboardView, type QueryResult } from "./dashboard-view";
import { COPY_LIFETIME_MS } from "./stored-copies";

/** What a view displays: the server's answer, or what the browser has instead. */
export interface DashboardAnswer extends DashboardView, Answer {
  /** Whether the server has other rows. Those on the page stay while they are read. */
  hasNewerRows?: boolean;
}

/** A newer answer for the displayed view. Figures that the server has lost stay, and so do rows that are being read. */
export function updatedView(shown: DashboardAnswer, answer: DashboardView): DashboardAnswer {
  const fleet = answer.fleet && withKnown(answer.fleet, shown.fleet);
  const trips = answer.trips && withKnown(answer.trips, shown.trips);
  const [before, now] = [shown.trips?.page, trips?.page];
  const stays = !shown.isCopy && before && now && !isFailed(before) && !isFailed(now);
  if (!trips || !stays || idsOf(before) === idsOf(now)) return { ...answer, fleet, trips };
  const page = { ...before, state: now.state };
  return { ...answer, trips: { ...trips, page }, hasNewerRows: true };
}

const idsOf = ({ value }: Cached<TripPage>) => JSON.stringify(value.trips.map(({ id }) => id));

/** Replaces failed results by those that are displayed, marked as stale, while these are younger than a day. */
function withKnown<Results extends object>(results: Results, shown: Results | null): Results {
  const oldest = serverNow() - COPY_LIFETIME_MS;
  const isMissing = (result?: QueryResult<unknown>) => !result || isFailed(result);
  const now = new Map<string, QueryResult<unknown> | undefined>(Object.entries(results));
  const kept = Object.entries<QueryResult<unknown>>({ ...shown }).flatMap(([name, before]) =>
    isMissing(now.get(name)) && !isFailed(before) && before.asOf > oldest
      ? [[name, { ...before, state: "stale" }]]
      : [],
  );
  return { ...results, ...(Object.fromEntries(kept) as Partial<Results>) };
}
