import type { CacheStatus, CacheStatuses } from "../cache/cache-result.server";
import { resources, type DashboardResource } from "./freshness-policies.server";
import type { RefreshNotice } from "../cache/refresh-notices.server";

/** What became of one of a view's results. */
export type ViewChange = Pick<RefreshNotice, "event" | "resource">;

/** No page's version is longer. */
const LONGEST_VERSION = 1024;

/**
 * What a page has missed since it was made.
 *
 * @param version of which moments its figures are, `page.mf3k21c7.stale filters.mf3k1y0a`: names of results, epoch
 *   milliseconds to the base of 36, and whether they were stale; without a moment there were none
 * @param now the results at this moment, by the same names; null where one has to be fetched, so that nobody knows
 * @returns each change once: `refresh` for a newer answer, `failure` where the page does not know that none came
 */
export function changesSince(version: string, now: CacheStatuses | null): ViewChange[] {
  const shown = new Map<string, string[]>();
  for (const part of version.slice(0, LONGEST_VERSION).split(" ")) {
    const [name = "", ...moment] = part.split(".");
    shown.set(name, moment);
  }
  const changes = new Map<string, ViewChange>();
  // What the page was made without, as the day before that came late, it has not shown at all.
  for (const name of new Set([...shown.keys(), ...Object.keys(now ?? {})])) {
    const [asOf = "", state] = shown.get(name) ?? [];
    const resource = resourceOf(name);
    const event = now ? eventSince(now[name], Number.parseInt(asOf, 36) || 0, state) : "refresh";
    if (resource && event) changes.set(`${event} ${resource}`, { event, resource });
  }
  return [...changes.values()];
}

function eventSince(now: CacheStatus | undefined, asOf: number, state: string | undefined) {
  if (now === undefined || "error" in now) return null;
  if (now.asOf > asOf) return "refresh";
  return now.state === "stale" && state !== "stale" ? "failure" : null;
}

/** Two results of the trip tab are lists of trips. */
function resourceOf(name: string): DashboardResource | undefined {
  if (name === "page" || name === "dayBefore") return "trips";
  return resources.find((one) => one === name);
}
