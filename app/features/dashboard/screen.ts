import type { Cached } from "server/cache/stale-while-revalidate.server";
import type { TripPage } from "server/upstream/contracts/trips.server";
import { formatDateTime } from "~/lib/format-date";
import { formatAge } from "~/lib/format-duration";
import type { Tone } from "~/ui/status-icon";
import { isFailed, type DashboardView, type ViewAge } from "./dashboard-view";

/** What an open view displays. */
export interface Screen {
  shown: DashboardView;
  /** Whether the newest answer has other rows than those displayed. */
  hasOtherRows: boolean;
}

/**
 * Rows do not change while a visitor reads them: those that were opened stay with their age until the next navigation.
 * Everything else is the newest.
 *
 * @param opened the view as the last navigation opened it
 * @param newest the newest answer for the same view
 */
export function screenOf(opened: DashboardView, newest: DashboardView): Screen {
  const [before, now] = [pageOf(opened), pageOf(newest)];
  if (!before || !now || !newest.trips || idsOf(before) === idsOf(now)) {
    return { shown: newest, hasOtherRows: false };
  }
  const page = { ...before, state: now.state };
  return { shown: { ...newest, trips: { ...newest.trips, page } }, hasOtherRows: true };
}

/** The page of trips of a view; null for a view without rows. */
export function pageOf({ trips }: DashboardView): Cached<TripPage> | null {
  return trips && !isFailed(trips.page) ? trips.page : null;
}

function idsOf({ value }: Cached<TripPage>): string {
  return JSON.stringify(value.trips.map(({ id }) => id));
}

/** State of all displayed figures. */
export interface FiguresState {
  /** Null while no figures are displayed. */
  age: ViewAge | null;
  /** Since when the server has not answered, epoch milliseconds; null when its last answer came. */
  lostAt: number | null;
}

/** Open pages ask again twice a minute. Older figures than this are marked. */
const OLD_MS = 180_000;

/**
 * Tone and text of the status line above all figures. The most severe problem wins.
 *
 * @param now the server's clock, epoch milliseconds; null without scripts and during hydration
 * @returns `words`: null unless a refresh failed or no answer came; age changes the tone alone
 */
export function statusWords(
  { age, lostAt }: FiguresState,
  now: number | null,
): { tone: Tone; words: string | null } {
  if (lostAt !== null) {
    const [, time = ""] = formatDateTime(lostAt).split(", ");
    return { tone: "none", words: `No answer since ${time} UTC.` };
  }
  if (age?.failed === "all") return { tone: "bad", words: "The last refresh failed." };
  if (age?.failed === "some") return { tone: "bad", words: "Some figures could not be refreshed." };
  const old = age && now !== null && now - age.asOf > OLD_MS;
  return { tone: old ? "watch" : "good", words: null };
}

/** The age of figures as text. @param now the server's clock, like `asOf` in epoch milliseconds */
export function ageWords(tone: Tone, asOf: number, now: number): string {
  const age = formatAge(now - asOf);
  return tone === "good" ? `Updated ${age} ago` : `Figures are ${age} old.`;
}
