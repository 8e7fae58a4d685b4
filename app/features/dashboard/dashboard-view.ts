import type { Cached, CacheStatus } from "server/cache/stale-while-revalidate.server";
import type { View } from "server/dashboard/read-view.server";
import type { TripPage } from "server/upstream/contracts/trips.server";
import { DAY_MS } from "~/lib/day";
import { serverNow } from "~/lib/server-clock";
import { tryStorage } from "~/lib/storage";
import { dashboardUrl, type DashboardState } from "./dashboard-url";
import type { Answer } from "./ask-server";

/** A view of the dashboard: the server's answer, or what the browser has kept for up to a day. */
export interface DashboardAnswer extends Answer, View {
  /** Whether the server has other rows. Those on the page stay while they are read. */
  hasNewerRows?: boolean;
  /** Whether the server was asked for this answer soon after one that was being refreshed. */
  cameSoon?: boolean;
}

/** The results with the tab's figures. The countries are none. */
function figuresOf({ results }: View): CacheStatus[] {
  return Object.entries(results).flatMap(([name, result]) => (name === "filters" ? [] : result));
}

/** Whether the tab of a view has figures. */
export const hasFigures = ({ state: { tab } }: View) => tab === "fleet-overview" || tab === "trip";

/**
 * When the oldest figures of a view were read (epoch milliseconds), and whether the refresh of any has failed.
 *
 * @returns null for a view without figures
 */
export function viewAge(view: View) {
  const figures = figuresOf(view);
  if (figures.length === 0) return null;
  const asOf = Math.min(...figures.map((result) => result.asOf));
  return { asOf, isStale: figures.some(({ state }) => state === "stale") };
}

export type ViewAge = ReturnType<typeof viewAge>;

/** Time between two answers of an open dashboard, in milliseconds. */
const POLL_MS = 30_000;

/** A refresh that was under way on the server has usually ended after this time. Milliseconds. */
const SOON_MS = 2_000;

/**
 * Time until the server is asked again: none after the browser's own copy, a short one after figures that were being
 * refreshed, but not twice in a row. Milliseconds; null for a view without figures, unless no answer comes.
 */
export function waitAfter(answer: DashboardAnswer): number | null {
  if (answer.isCopy && !answer.lostAt) return 0;
  if (!hasFigures(answer) && !answer.lostAt) return null;
  const isRefreshing = figuresOf(answer).some(({ state }) => state === "refreshing");
  return isRefreshing && !answer.lostAt && !answer.cameSoon ? SOON_MS : POLL_MS;
}

/** How long the browser shows figures for which no newer ones came. */
const LONGEST_SHOWN_MS = DAY_MS;

/** A newer answer for the displayed view. Figures that the server has lost stay, and so do rows that are being read. */
export function updatedView(shown: DashboardAnswer, answer: DashboardAnswer): DashboardAnswer {
  const view = { ...withKnown(answer, shown), cameSoon: waitAfter(shown) === SOON_MS };
  const [before, now] = [shown.results.trips, view.results.trips];
  if (shown.isCopy || !before || !now) return view;
  // Nothing new is known of rows that could not be read.
  const stillNewer = shown.hasNewerRows && !answer.results.trips;
  if (idsOf(before) === idsOf(now)) return stillNewer ? { ...view, hasNewerRows: true } : view;
  const trips = { ...before, state: now.state };
  return { ...view, results: { ...view.results, trips }, hasNewerRows: true };
}

const idsOf = ({ value }: Cached<TripPage>) => JSON.stringify(value.trips.map(({ id }) => id));

/**
 * An answer with the displayed figures in place of those that failed, marked as stale, while they are younger than a day.
 * An answer may also lack an optional result that was late.
 */
function withKnown(answer: DashboardAnswer, shown: DashboardAnswer): DashboardAnswer {
  const kept = Object.entries(shown.results)
    .filter(([, { asOf }]) => asOf > serverNow() - LONGEST_SHOWN_MS)
    .map(([name, before]) => [
      name,
      name in answer.errors ? { ...before, state: "stale" } : before,
    ]);
  const results = { ...Object.fromEntries(kept), ...answer.results } as View["results"]; // the same names
  const errors = Object.entries(answer.errors).filter(([name]) => !(name in results));
  return { ...answer, results, errors: Object.fromEntries(errors) };
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
  return copy && Date.now() - copy.timestamp < LONGEST_SHOWN_MS ? copy : null;
}

/** The browser's copy of a view, which is displayed until the server has answered. */
export function readCopy(state: DashboardState): DashboardAnswer | null {
  const copy = parseCopy(keyOf(state));
  return copy && { ...copy.data, state };
}

/**
 * Stores a displayed answer if it is the server's and whole, for a day after its oldest figures: some may be kept from an
 * earlier answer. Removes expired copies, and the oldest above the limit.
 */
export function keepCopy(data: DashboardAnswer): void {
  const isTheServers = !data.isCopy && !data.lostAt && !data.hasNewerRows;
  const isWhole = Object.keys(data.errors).every((name) => name === "filters");
  const figures = viewAge(data);
  if (isTheServers && isWhole && figures) {
    const copy: Copy = { data, timestamp: Date.now() - serverNow() + figures.asOf };
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
