import type { CacheStatus, CacheStatuses } from "../cache/cache-result.server";
import type { RefreshNotice } from "../cache/query.server";

/** What became of one of a view's results. */
export type ViewChange = Pick<RefreshNotice, "event" | "resource">;

/** The longest version that a page may send. */
const LONGEST_VERSION = 1024;

/**
 * Names the answers that a view shows, `page.mf3k21c7.stale filters.mf3k1y0a`: names of results, epoch milliseconds to
 * the base of 36, and whether they are stale. Pages tell in the same form what they show (`viewVersion` of the app).
 *
 * Two views of the same results have the same version exactly when each result is the same stored answer, marked or not
 * marked as stale. `fresh` and `refreshing` look the same on the screen, so a refresh under way changes nothing, and
 * neither does an age, which is worked out where it is shown. A version is the same on every instance.
 */
export function viewVersion(results: CacheStatuses): string {
  let version = "";
  for (const [name, result] of Object.entries(results)) {
    version += version && " ";
    version += "error" in result ? name : `${name}.${result.asOf.toString(36)}`;
    if ("state" in result && result.state === "stale") version += ".stale";
  }
  return version;
}

/** Whether a refresh of a result in a view is under way that may well bring something. */
export function isRefreshing(results: CacheStatuses): boolean {
  return Object.values(results).some((one) => !("error" in one) && one.state === "refreshing");
}

/**
 * What a page has missed since it was made.
 *
 * @param version of what the page shows, as it says itself
 * @param now the results at this moment; null where one has to be fetched, so that nobody knows
 * @param resourceOf the resource of each of the view's results
 * @returns each change once: `refresh` for a newer answer, `failure` where the page does not know that none came
 */
export function changesSince(
  version: string,
  now: CacheStatuses | null,
  resourceOf: ReadonlyMap<string, string>,
): ViewChange[] {
  const shown = new Map<string, string[]>();
  for (const part of version.slice(0, LONGEST_VERSION).split(" ")) {
    const [name = "", ...moment] = part.split(".");
    shown.set(name, moment);
  }
  const changes = new Map<string, ViewChange>();
  for (const [name, resource] of resourceOf) {
    // What the page was made without, as a day before that came late, it has not shown at all.
    if (!now && !shown.has(name)) continue;
    const [asOf = "", state] = shown.get(name) ?? [];
    const event = now ? eventSince(now[name], Number.parseInt(asOf, 36) || 0, state) : "refresh";
    if (event) changes.set(`${event} ${resource}`, { event, resource });
  }
  return [...changes.values()];
}

function eventSince(now: CacheStatus | undefined, asOf: number, state: string | undefined) {
  if (now === undefined || "error" in now) return null;
  if (now.asOf > asOf) return "refresh";
  return now.state === "stale" && state !== "stale" ? "failure" : null;
}
