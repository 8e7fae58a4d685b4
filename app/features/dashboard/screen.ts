import type { Cached } from "server/cache/stale-while-revalidate.server";
import type { TripPage } from "server/upstream/contracts/trips.server";
import { formatAge } from "~/lib/format-duration";
import { formatDateTime, formatExactDateTime } from "~/lib/format-date";
import type { Tone } from "~/ui/status-icon";
import type { DashboardAnswer } from "./browser-answers";
import type { DashboardState } from "./dashboard-url";
import { isFailed, viewAge, viewName, type DashboardView, type ViewAge } from "./dashboard-view";

/** Decides what the dashboard displays. Other modules only read the result. */

/** Everything that {@link screenOf} depends on. */
export interface ScreenInput {
  /** The newest answer for the open view. */
  answer: DashboardAnswer;
  /** State from the address bar. */
  address: DashboardState;
  /** Another view whose navigation is slow enough for a loading state; otherwise null. */
  pendingState: DashboardState | null;
  /** The answer whose rows are displayed; null if the view was just opened. */
  displayedAnswer: DashboardAnswer | null;
  /** Whether the visitor has paused live updates. */
  paused: boolean;
  /** When the server became unreachable, epoch milliseconds; null while it is reachable. */
  lostAt: number | null;
}

export interface Screen {
  /** View of the newest answer. While newer rows are held back, it has the displayed rows. */
  shown: DashboardView;
  /** Another view, whose loading state is displayed instead of {@link Screen.shown}. */
  pending: DashboardState | null;
  status: ScreenStatus;
  /** Set while newer rows are held back. `added`: number of new trips; 0 if rows only changed. */
  newRows: { added: number } | null;
}

/** Status of all displayed figures. */
export interface ScreenStatus extends Pick<ScreenInput, "paused" | "lostAt"> {
  /** Null while no figures are displayed. */
  age: ViewAge | null;
}

/**
 * Decides which view, loading state, status and notice of newer rows to display.
 *
 * Rows do not change while a visitor reads them: the old rows stay with their age, except those of
 * the browser's stored copy. The newer answer's state, also a failure, is displayed at once.
 */
export function screenOf(input: ScreenInput): Screen {
  const { answer, address, pendingState, paused } = input;
  const { view } = answer;
  const heldBack = pendingState ? null : holdRowsBack(view, input.displayedAnswer);
  const trips = heldBack && view.trips ? { ...view.trips, page: heldBack.page } : view.trips;
  // The address can differ from the answer's state in the filter bar alone.
  const state = viewName(address) === viewName(view.state) ? address : view.state;
  const shown = { ...view, state, trips };
  return {
    shown,
    pending: pendingState,
    status: {
      age: pendingState ? null : viewAge(shown),
      paused,
      lostAt: answer.lostAt ?? input.lostAt,
    },
    newRows: heldBack && { added: heldBack.added },
  };
}

/** @returns the displayed rows and the number of new trips; null unless `view` has other rows of the displayed list */
function holdRowsBack(view: DashboardView, read: DashboardAnswer | null) {
  if (!read || read.from === "cache" || viewName(read.view.state) !== viewName(view.state))
    return null;
  const [before, now] = [pageOf(read.view), pageOf(view)];
  if (!before || !now || JSON.stringify(before.value.trips) === JSON.stringify(now.value.trips))
    return null;
  const added = now.value.pagination.totalItems - before.value.pagination.totalItems;
  return { page: { ...before, state: now.state }, added: Math.max(0, added) };
}

function pageOf({ trips }: DashboardView): Cached<TripPage> | null {
  return trips && !isFailed(trips.page) ? trips.page : null;
}

/** Open pages poll at least once a minute. Older figures than this are marked. */
const OLD_MS = 180_000;

/**
 * Tone and text of the status line above all figures. The most severe problem wins.
 *
 * @param now the server's clock, epoch milliseconds; null without scripts and during hydration
 * @returns `words`: null unless updates are paused, a refresh failed or the connection is lost; age changes the tone alone
 */
export function statusWords(
  { age, lostAt, paused }: ScreenStatus,
  now: number | null,
): { tone: Tone; words: string | null } {
  if (lostAt !== null) {
    const [, time = ""] = formatDateTime(lostAt).split(", ");
    return { tone: "none", words: `Not connected since ${time} UTC.` };
  }
  if (age?.failed === "all") return { tone: "bad", words: "The last refresh failed." };
  if (age?.failed === "some") return { tone: "bad", words: "Some figures could not be refreshed." };
  if (paused) return { tone: "none", words: "Live updates are paused." };
  const old = age && now !== null && now - age.asOf > OLD_MS;
  return { tone: old ? "watch" : "good", words: null };
}

/** The age of figures as text. @param now the server's clock, like `asOf` in epoch milliseconds */
export function ageWords(tone: Tone, asOf: number, now: number): string {
  const age = formatAge(now - asOf);
  return tone === "good" ? `Updated ${age} ago` : `Figures are ${age} old.`;
}

/** The state that {@link announcement} compares. */
export interface Announced {
  /** Name of the view, from `viewName`. */
  view: string;
  /** When the figures were fetched, epoch milliseconds; null while there are none. */
  asOf: number | null;
  /** From {@link statusWords}. */
  words: string | null;
}

/**
 * Text for the live region: for each new problem, also after a recovery, and for newer figures.
 *
 * @param before the previous state, and `said`, its text
 * @returns an empty text for a view that was just opened
 */
export function announcement(before: Announced & { said: string }, now: Announced): string {
  if (now.view !== before.view) return "";
  if (now.words !== null) return now.words === before.words ? before.said : now.words;
  if (now.asOf === null || now.asOf === before.asOf) return "";
  return `Figures updated, as of ${formatExactDateTime(now.asOf)}`;
}
