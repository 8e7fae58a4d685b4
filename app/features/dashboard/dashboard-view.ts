import type { Cached } from "server/cache/stale-while-revalidate.server";
import type { QueryResult, View, ViewResults } from "server/dashboard/view.server";
import type { TripPage } from "server/upstream/contracts/trips.server";
import { DAY_MS } from "~/lib/day";
import { serverNow } from "~/lib/server-clock";
import { tryStorage } from "~/lib/storage";
import { dashboardUrl, type DashboardState } from "./dashboard-url";
import type { Answer } from "./open-page";

/** A view of the dashboard: the server's answer, or what the browser has kept for up to a day. */
export interface DashboardAnswer extends Answer, View {
  /** Whether the server has other rows. Those on the page stay while they are read. */
  hasNewerRows?: boolean;
  /** Whether the server was asked for this answer soon after one that was being refreshed. */
  cameSoon?: boolean;
}

export function isFailed<T>(result: QueryResult<T>): result is { error: string } {
  return "error" in result;
}

/** The results with the tab's figures. */
export function mainResults({ results }: DashboardAnswer): QueryResult<unknown>[] {
  const named = Object.entries<QueryResult<unknown> | undefined>({ ...results });
  return named.flatMap(([name, result]) => (name === "filters" || !result ? [] : result));
}

/** The results with figures that are not failures. */
function shownResults(view: DashboardAnswer): Cached<unknown>[] {
  return mainResults(view).flatMap((result) => (isFailed(result) ? [] : result));
}

/** When the oldest of a page's figures were fetched (epoch milliseconds), and whether the refresh of any has failed. */
export interface ViewAge {
  asOf: number;
  isStale: boolean;
}

/** @returns null for a view without any figures */
export function viewAge(view: DashboardAnswer): ViewAge | null {
  const results = shownResults(view);
  if (results.length === 0) return null;
  const asOf = Math.min(...results.map((result) => result.asOf));
  return { asOf, isStale: results.some(({ state }) => state === "stale") };
}

/** Time between two answers of an open dashboard, in milliseconds. */
const POLL_MS = 30_000;

/** A refresh that was under way on the server has usually ended after this time. Milliseconds. */
const SOON_MS = 2_000;

/**
 * Time until the server is asked again: none after the browser's own copy, a short one after figures that were being
 * refreshed, but not twice in a row. Milliseconds; null for a view without figures.
 */
export function waitAfter(answer: DashboardAnswer): number | null {
  if (answer.isCopy && !answer.lostAt) return 0;
  if (mainResults(answer).length === 0) return null;
  const isRefreshing = shownResults(answer).some(({ state }) => state === "refreshing");
  return isRefreshing && !answer.lostAt && !answer.cameSoon ? SOON_MS : POLL_MS;
}

/** A newer answer for the displayed view. Figures that the server has lost stay, and so do rows that are being read. */
export function updatedView(shown: DashboardAnswer, answer: DashboardAnswer): DashboardAnswer {
  const results = withKnown(answer.results, shown.results);
  const view = { ...answer, results, cameSoon: waitAfter(shown) === SOON_MS };
  const [before, now] = [shown.results.trips, results.trips];
  const stays = !shown.isCopy && before && now && !isFailed(before) && !isFailed(now);
  if (!stays) return view;
  const read = answer.results.trips;
  // Nothing new is known of rows that could not be read.
  const stillNewer = shown.hasNewerRows && (!read || isFailed(read));
  if (idsOf(before) === idsOf(now)) return stillNewer ? { ...view, hasNewerRows: true } : view;
  const trips = { ...before, state: now.state };
  return { ...view, results: { ...results, trips }, hasNewerRows: true };
}

const idsOf = ({ value }: Cached<TripPage>) => JSON.stringify(value.trips.map(({ id }) => id));

/**
 * Replaces failed results by those that are displayed, marked as stale, while these are younger than a day. An answer may
 * also lack an optional result that was late.
 */
function withKnown(results: ViewResults, shown: ViewResults): ViewResults {
  const kept: Record<string, QueryResult<unknown> | undefined> = { ...results };
  for (const [name, before] of Object.entries<QueryResult<unknown> | undefined>({ ...shown })) {
    const now = kept[name];
    if ((now && !isFailed(now)) || !before || isFailed(before)) continue;
    if (before.asOf > serverNow() - DAY_MS)
      kept[name] = now ? { ...before, state: "stale" } : before;
  }
  return kept as ViewResults; // the same names
}

export const COPY_PREFIX = "pulsescout_cache_";

/** The number changes with the type of a view, whose older copies cannot be shown. */
const keyOf = (state: DashboardState) => `${COPY_PREFIX}7_${dashboardUrl(state)}`;

const MOST_COPIES = 40;

interface Copy {
  data: DashboardAnswer;
  /** Epoch milliseconds. */
  timestamp: number;
}

/** @returns null for a copy that is missing, expired or unreadable */
function parseCopy(key: string): Copy | null {
  const copy = tryStorage(() => JSON.parse(localStorage.getItem(key) ?? "null") as Copy | null);
  return copy && Date.now() - copy.timestamp < DAY_MS ? copy : null;
}

/** The browser's copy of a view, which is displayed until the server has answered. */
export function readCopy(state: DashboardState): DashboardAnswer | null {
  const copy = parseCopy(keyOf(state));
  return copy && { ...copy.data, state };
}

/** Stores a displayed answer if it is the server's and whole. Removes expired copies, and the oldest above the limit. */
export function keepCopy(data: DashboardAnswer): void {
  const results = mainResults(data);
  const isTheServers = !data.isCopy && !data.lostAt && !data.hasNewerRows;
  if (isTheServers && results.length > 0 && !results.some(isFailed)) {
    const copy: Copy = { data, timestamp: Date.now() };
    tryStorage(() => localStorage.setItem(keyOf(data.state), JSON.stringify(copy)));
  }
  tryStorage(() => {
    const copies = Object.keys(localStorage)
      .filter((key) => key.startsWith(COPY_PREFIX))
      .map((key) => ({ key, at: parseCopy(key)?.timestamp ?? 0 }))
      .sort((a, b) => b.at - a.at);
    copies.forEach(({ key, at }, index) => {
      if (at === 0 || index >= MOST_COPIES) localStorage.removeItem(key);
    });
  });
}
