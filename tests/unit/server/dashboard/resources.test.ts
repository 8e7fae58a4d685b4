import { expect, it, describe } from "vitest";
import {
  defaultKeys,
  isTyped,
  tripsKey,
  groupKeys,
  keyGroups,
} from "server/dashboard/resources.server";
import type { LastError } from "server/cache/answer-store.server";
import type { CachedKey } from "server/cache/stale-while-revalidate.server";

it("the default views are the figures, the countries and the first page of trips", () => {
  expect([...defaultKeys].sort()).toEqual([
    "dailyUsers",
    "filters",
    "metrics",
    "monthlyUsers",
    "totalUsers",
    tripsKey({ page: 1 }),
    "weeklyUsers",
  ]);
});

it("the key of a list of trips is independent of the order of its filters, and contains no typed text", () => {
  expect(tripsKey({ page: 2, date: "2025-08-19" })).toBe("trips?date=2025-08-19&limit=12&page=2");
  const wallet = `0x${"ab".repeat(20)}`;
  const search = tripsKey({ q: wallet, page: 1 });
  expect(search).toMatch(/^trips\/search\?q=[\w-]{22}$/);
  expect(tripsKey({ page: 1, q: wallet })).toBe(search);
  const country = { page: 1, country: "India", date: undefined };
  expect(tripsKey(country)).toMatch(/^trips\?country=[\w-]{22}$/);
  const others = [
    { ...country, page: 2 },
    { ...country, date: "2025-08-19" },
    { page: 1, q: "India" },
    { page: 1, q: `${wallet}0` },
  ];
  const keys = [country, { q: wallet, page: 1 }, ...others].map((query) => tripsKey(query));
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.map(isTyped)).toEqual(keys.map(() => true));
  expect([...defaultKeys].some(isTyped)).toBe(false);
});

describe("a group of keys", () => {
  const empty = { ageMs: 0, refreshing: false, failing: false, hits: 0, bytes: 0, lastError: null };
  const key = (name: string, more: Partial<CachedKey> = {}) => ({ ...empty, key: name, ...more });
  const groupOf = (...keys: CachedKey[]) => {
    const [group] = groupKeys(keys).filter(({ keys: count }) => count > 0);
    return group;
  };

  it("is listed in a fixed order, also when it is empty; unknown keys belong to no group", () => {
    const groups = groupKeys([key("unknown"), key("metrics/more"), key("")]);
    expect(groups.map(({ name }) => name)).toEqual(keyGroups);
    expect(groups[0]).toEqual({
      name: "metrics",
      ...{ keys: 0, fresh: 0, refreshing: 0, waiting: 0, failing: 0, hits: 0, bytes: 0 },
      ...{ youngestMs: null, oldestMs: null, lastError: null },
    });
    expect(groups.filter(({ keys }) => keys > 0)).toEqual([]);
  });

  it("counts each key in one state: fresh before all others, then refreshing, then failing", () => {
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
    ["trips?limit=12&page=1", 30_000, "trips"],
    ["trips?limit=12&page=10", 30_000, "furtherTrips"],
    ["trips?country=IN&page=1", 30_000, "filteredTrips"],
    ["trips?date=2025-08-31&page=1", 30_000, "filteredTrips"],
    ["trips/search?page=1&q=0xfeed%3Fpage%3D1", 30_000, "searches"],
  ])("contains the key %s, which is fresh for %i ms: %s", (name, freshMs, group) => {
    expect(groupOf(key(name, { ageMs: freshMs - 1 }))).toMatchObject({ name: group, fresh: 1 });
    expect(groupOf(key(name, { ageMs: freshMs }))).toMatchObject({ name: group, fresh: 0 });
  });

  it("sums up reads and memory, and has the youngest and oldest answer and the latest error", () => {
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
