import { describe, expect, it } from "vitest";
import { cachedKeys, type CachedKey } from "server/cache/cache-contents.server";
import { fixedKeys } from "server/dashboard/cache-keys.server";
import { createFailures, type LastError } from "server/cache/failures.server";
import { groupKeys, keyGroups } from "server/dashboard/key-groups.server";
import { createLruStore } from "server/cache/lru-store.server";
import { circuitOpen, http } from "./cache-under-test";

const entry = (value: unknown, arrived = 0) => ({ id: "i", value, asOf: 1, arrived, hits: 3 });

/** Two bytes a character, of the key and of the entry as JSON, and what each entry takes. */
const bytesOf = (key: string, held: object) => 256 + 2 * (key.length + JSON.stringify(held).length);

describe("the keys of the cache", () => {
  it("have the age, the memory and the reads of their answer, which counts as no use of it", () => {
    const store = createLruStore({ entries: 2 });
    const failures = createFailures(() => 5);
    const [oldest, fixed] = [entry("x", 100), entry("figures", 200)];
    store.set("oldest", oldest);
    store.set("newest", entry("y", 300));
    store.set("metrics", fixed);
    const known = [...cachedKeys(store, failures, (key) => key === "oldest", 1000.4)];
    const rest = { failing: false, hits: 3, lastError: null };
    const bytes = [bytesOf("metrics", fixed), bytesOf("oldest", oldest)];
    expect(known.sort((one, other) => one.key.localeCompare(other.key))).toEqual([
      { ...rest, key: "metrics", ageMs: 800, refreshing: false, bytes: bytes[0] },
      expect.objectContaining({ key: "newest", ageMs: 700 }),
      { ...rest, key: "oldest", ageMs: 900, refreshing: true, bytes: bytes[1] },
    ]);
    expect(store.size).toBe(3);
    expect(store.calculatedSize).toBe(known.reduce((sum, { bytes }) => sum + bytes, 0));
    store.set("third", entry("z"));
    expect(store.get("oldest")).toBeUndefined();
  });

  it("are named once, with their failure or without an answer", () => {
    const store = createLruStore();
    const failures = createFailures(() => 5);
    store.set("answered", entry("x"));
    for (const key of ["answered", "never"])
      failures.set(key, { error: http(), count: 1, until: 9 });
    const known = () => [...cachedKeys(store, failures, () => false, 0)];
    const lastError = { kind: "http", status: 503, at: 5 };
    const never = { key: "never", ageMs: null, refreshing: false, hits: 0, bytes: 0 };
    const answered = (failing: boolean): unknown =>
      expect.objectContaining({ key: "answered", ageMs: 0, failing, lastError });
    expect(known()).toEqual([answered(true), { ...never, failing: true, lastError }]);
    failures.delete("answered");
    expect(known()[0]).toEqual(answered(false));
  });
});

it("says of the last error of a key what it was without its words", () => {
  const failures = createFailures(() => 7);
  const kindOf = (error: unknown) => {
    failures.set("k", { error, count: 1, until: 0 });
    return failures.lastError("k");
  };
  expect(failures.lastError("k")).toBeNull();
  expect(kindOf(http())).toEqual({ kind: "http", status: 503, at: 7 });
  expect(kindOf(circuitOpen())).toEqual({ kind: "circuit-open", status: null, at: 7 });
  expect(kindOf(new Error("a fault of ours"))).toEqual({ kind: "internal", status: null, at: 7 });
});

describe("a group of keys", () => {
  const young = { ageMs: 0, refreshing: false, failing: false, hits: 0, bytes: 0, lastError: null };
  const key = (name: string, known: Partial<CachedKey> = {}) => ({ ...young, key: name, ...known });
  const groupOf = (...keys: CachedKey[]) => {
    const [group] = groupKeys(keys).filter(({ keys: count }) => count > 0);
    return group;
  };

  it("is there when it is empty, in a fixed order; a key of nobody's is in none", () => {
    const groups = groupKeys([key("unknown"), key("metrics/more"), key("")]);
    expect(groups.map(({ name }) => name)).toEqual(keyGroups);
    expect(groups[0]).toEqual({
      name: "metrics",
      ...{ keys: 0, fresh: 0, refreshing: 0, waiting: 0, failing: 0, hits: 0, bytes: 0 },
      ...{ youngestMs: null, oldestMs: null, lastError: null },
    });
    expect(groups.filter(({ keys }) => keys > 0)).toEqual([]);
  });

  it("counts each key in one state: fresh before all others, then being asked for, then failed", () => {
    const [old, failed] = [{ ageMs: 30_000 }, { failing: true, refreshing: true }];
    expect(
      groupOf(
        key("trips?page=2", { ...failed, ageMs: 29_999 }),
        key("trips?page=3", { ...failed, ...old }),
        key("trips?page=4", { failing: true, ...old }),
        key("trips?page=5", old),
        key("trips?page=6", { failing: true, ageMs: null }),
      ),
    ).toMatchObject({ keys: 5, fresh: 1, refreshing: 1, failing: 2, waiting: 1 });
  });

  it.each([
    ["metrics", 60_000, "metrics"],
    ["totalUsers", 60_000, "totalUsers"],
    ["filters", 300_000, "filters"],
    ["trips?limit=12&page=1", 30_000, "firstTrips"],
    ["trips?limit=12&page=10", 30_000, "furtherTrips"],
    ["trips?country=IN&page=1", 30_000, "filteredTrips"],
    ["trips?date=2025-08-31&page=1", 30_000, "filteredTrips"],
    ["trips/search?page=1&q=0xfeed%3Fpage%3D1", 30_000, "searches"],
  ])("holds %s, which is fresh for %i ms, as one of %s", (name, freshMs, group) => {
    expect(groupOf(key(name, { ageMs: freshMs - 1 }))).toMatchObject({ name: group, fresh: 1 });
    expect(groupOf(key(name, { ageMs: freshMs }))).toMatchObject({ name: group, fresh: 0 });
  });

  it("adds up reads and memory, and knows the youngest and oldest answer and the latest error", () => {
    const keys = [200, null, 100, 300].map((ageMs, page) => {
      const lastError: LastError = { kind: "http", status: 503, at: [2, 3, 1][page] ?? 0 };
      return key(`trips?page=${page + 2}`, { ageMs, hits: 2, bytes: 10, lastError });
    });
    const sums = { hits: 8, bytes: 40, youngestMs: 100, oldestMs: 300, lastError: { at: 3 } };
    for (const order of [keys, keys.toReversed()]) {
      expect(groupOf(...order, key("trips?page=9"))).toMatchObject({ ...sums, youngestMs: 0 });
      expect(groupOf(...order)).toMatchObject(sums);
    }
  });
});

it("failures of what visitors chose displace none of the default views", () => {
  const failures = createFailures(() => 5);
  for (const key of fixedKeys) failures.set(key, { error: http(), count: 3, until: 9 });
  for (let search = 0; search < 2_001; search += 1)
    failures.set(`trips/search?q=${search}`, { error: http(), count: 1, until: 9 });
  const kept = [...fixedKeys].map((key) => [failures.get(key)?.count, failures.lastError(key)?.at]);
  expect(kept).toEqual([...fixedKeys].map(() => [3, 5]));
  expect([...failures.keys()]).toHaveLength(fixedKeys.size + 2_000);
});
