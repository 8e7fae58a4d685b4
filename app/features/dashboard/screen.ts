import type { Cached } from "server/cache/stale-while-revalidate.server";
import type { TripPage } from "server/upstream/contracts/trips.server";
import { formatAge } from "~/lib/format-duration";
import { formatDateTime, formatExactDateTime } from "~/lib/format-date";
import type { Tone } from "~/ui/status-icon";
import type { DashboardAnswer } from "./browser-answers";
import type { DashboardState } from "./dashboard-url";
import { isFailed, viewAge, viewName, type DashboardView, type ViewAge } from "./dashboard-view";

/** What stands on the dashboard's screen is decided here; everything else only reads it. */

/** All that the decision depends on. */
export interface ScreenInput {
  /** The newest answer to the view that is open. */
  answer: DashboardAnswer;
  /** What the address bar says. */
  address: DashboardState;
  /** Another view that was asked for and has been on its way for a moment. */
  asked: DashboardState | null;
  /** The answer whose rows the visitor has been reading since this view was opened; null where it was opened just now. */
  read: DashboardAnswer | null;
  /** Live updates were paused by the visitor. */
  paused: boolean;
  /** Since when the server cannot be reached, epoch milliseconds; null while it can. */
  lostAt: number | null;
}

export interface Screen {
  /** The newest answer's view, with rows that are read in the place of newer ones. */
  shown: DashboardView;
  /** Another view, whose loading state is painted in place of what is shown. */
  pending: DashboardState | null;
  status: ScreenStatus;
  /** Newer rows that are held back, and how many trips have come with them: none where rows have only changed. */
  newRows: { added: number } | null;
}

/** What is true of all figures that are painted. */
export interface ScreenStatus extends Pick<ScreenInput, "paused" | "lostAt"> {
  /** Null while no figures are there. */
  age: ViewAge | null;
}

/**
 * What is shown, pending, held back, stale or lost.
 *
 * Rows do not change while a visitor reads them: the old ones stay, with their age, until the newer ones are asked for.
 * The state of the newer answer, a failure too, is shown at once. Rows of the browser's own copy give way at once.
 */
export function screenOf(input: ScreenInput): Screen {
  const { answer, address, asked, paused } = input;
  const { view } = answer;
  const held = asked ? null : heldRows(view, input.read);
  const trips = held && view.trips ? { ...view.trips, page: held.page } : view.trips;
  // The address may have the same view with its filter bar opened or closed.
  const state = viewName(address) === viewName(view.state) ? address : view.state;
  const shown = { ...view, state, trips };
  return {
    shown,
    pending: asked,
    status: { age: asked ? null : viewAge(shown), paused, lostAt: answer.lostAt ?? input.lostAt },
    newRows: held && { added: held.added },
  };
}

function heldRows(view: DashboardView, read: DashboardAnswer | null) {
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

/** Figures of open pages are asked for once a minute: older ones are worth a word. */
const OLD_MS = 180_000;

/**
 * What is said once, on top, of all figures; the worst that is known comes first.
 *
 * @param now the server's clock, epoch milliseconds; null where no script can tell
 * @returns `words`: null where all is well
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

/** How old figures are, in words. @param now the server's clock, as is `asOf`, epoch milliseconds */
export function ageWords(tone: Tone, asOf: number, now: number): string {
  const age = formatAge(now - asOf);
  return tone === "good" ? `Updated ${age} ago` : `Figures are ${age} old.`;
}

/** What assistive technology is told of. */
export interface Announced {
  /** Name of the view. */
  view: string;
  /** Epoch milliseconds; null while no figures are there. */
  asOf: number | null;
  /** Of {@link statusWords}. */
  words: string | null;
}

/**
 * What is announced when the status changes: each failure, also one after a recovery, and newer figures.
 *
 * @param before what was true until now, and what was said of it
 * @returns nothing for a view that has just opened: it speaks for itself
 */
export function announcement(before: Announced & { said: string }, now: Announced): string {
  if (now.view !== before.view) return "";
  if (now.words !== null) return now.words === before.words ? before.said : now.words;
  if (now.asOf === null || now.asOf === before.asOf) return "";
  return `Figures updated, as of ${formatExactDateTime(now.asOf)}`;
}
