import type { LastError } from "../cache/answer-store.server";
import type { CachedKey } from "../cache/stale-while-revalidate.server";
import { resources, resourceTable, type DashboardResource } from "./resources.server";

/** What visitors chose to look at is counted, and never named; `trips` is the first page of all. */
export type KeyGroupName = DashboardResource | "furtherTrips" | "filteredTrips" | "searches";

/** The groups that cached results are counted in. */
export const keyGroups: readonly KeyGroupName[] = [
  ...resources.filter((name) => name !== "trips"),
  ...(["trips", "furtherTrips", "filteredTrips", "searches"] as const),
];

/** The cached results of one group, summed up. */
export interface KeyGroup {
  name: KeyGroupName;
  /** How many there are, also those that failed and have nothing to serve. */
  keys: number;
  /** Of those: within their fresh time, being asked for, waiting for the next visitor, failed the last time. */
  fresh: number;
  refreshing: number;
  waiting: number;
  failing: number;
  /** Milliseconds since the youngest and the oldest arrived; null where there is none. */
  youngestMs: number | null;
  oldestMs: number | null;
  /** How often one of them was served without waiting. */
  hits: number;
  bytes: number;
  /** The latest of this process, also if it was got over. */
  lastError: LastError | null;
}

/** Every group, in a fixed order, also one without answers. */
export function groupKeys(keys: Iterable<CachedKey>): KeyGroup[] {
  const groups = new Map(keyGroups.map((name) => [name, emptyGroup(name)]));
  for (const key of keys) {
    const name = groupOf(key.key);
    const group = name && groups.get(name);
    if (group) add(group, key);
  }
  return [...groups.values()];
}

/** @returns null for a key that is none of ours */
function groupOf(key: string): KeyGroupName | null {
  const [path = "", query = ""] = key.split(/\?(.*)/s);
  if (path === "trips/search") return "searches";
  if (path !== "trips") return keyGroups.find((name) => name === path) ?? null;
  const params = new URLSearchParams(query);
  if (params.has("date") || params.has("country")) return "filteredTrips";
  return params.get("page") === "1" ? "trips" : "furtherTrips";
}

function emptyGroup(name: KeyGroupName): KeyGroup {
  const counts = { keys: 0, fresh: 0, refreshing: 0, waiting: 0, failing: 0, hits: 0, bytes: 0 };
  return { name, ...counts, youngestMs: null, oldestMs: null, lastError: null };
}

function add(group: KeyGroup, key: CachedKey): void {
  const { ageMs, failing, refreshing, hits, bytes, lastError } = key;
  const resource = resources.find((name) => name === group.name) ?? "trips";
  const fresh = ageMs !== null && ageMs < resourceTable[resource].freshMs;
  group.keys += 1;
  group[fresh ? "fresh" : refreshing ? "refreshing" : failing ? "failing" : "waiting"] += 1;
  group.hits += hits;
  group.bytes += bytes;
  if (ageMs !== null) {
    group.youngestMs = Math.min(ageMs, group.youngestMs ?? Infinity);
    group.oldestMs = Math.max(ageMs, group.oldestMs ?? 0);
  }
  if (lastError && lastError.at >= (group.lastError?.at ?? 0)) group.lastError = lastError;
}
