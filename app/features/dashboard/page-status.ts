import type { Tone } from "~/ui/status-icon";
import { formatAge } from "~/lib/format-duration";
import { formatDateTime, formatExactDateTime } from "~/lib/format-date";
import type { ViewAge } from "./dashboard-view";

/** What is true of all figures of a view. */
export interface PageStatus {
  tone: Tone;
  /** Null where all is well. */
  words: string | null;
}

/** What the browser knows of its way to the server. */
export interface LiveState {
  /** Live updates were paused by the visitor. */
  paused: boolean;
  /** Since when the server cannot be reached, epoch milliseconds; null while it can. */
  lostAt: number | null;
}

/** Figures of open pages are asked for once a minute: older ones are worth a word. */
const OLD_MS = 180_000;

/**
 * What is said once, on top, of a view's figures; the worst that is known comes first.
 *
 * @param age null while no figures are there
 * @param now the server's clock, epoch milliseconds; null where no script can tell
 */
export function pageStatus(age: ViewAge | null, live: LiveState, now: number | null): PageStatus {
  const { lostAt, paused } = live;
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
export function ageWords({ tone }: PageStatus, asOf: number, now: number): string {
  const age = formatAge(now - asOf);
  return tone === "good" ? `Updated ${age} ago` : `Figures are ${age} old.`;
}

/** What is true of a view, to be told to those who do not see it. */
interface ToldStatus {
  view: string;
  /** Epoch milliseconds; null while no figures are there. */
  asOf: number | null;
  /** Of {@link PageStatus}. */
  words: string | null;
}

/**
 * What is announced when the status changes: each failure, also one after a recovery, and newer figures.
 *
 * @param before what was true until now, and what was said of it
 * @returns nothing for a view that has just opened: it speaks for itself
 */
export function announcement(before: ToldStatus & { said: string }, now: ToldStatus): string {
  if (now.view !== before.view) return "";
  if (now.words !== null) return now.words === before.words ? before.said : now.words;
  if (now.asOf === null || now.asOf === before.asOf) return "";
  return `Figures updated, as of ${formatExactDateTime(now.asOf)}`;
}
