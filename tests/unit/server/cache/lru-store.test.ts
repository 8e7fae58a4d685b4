import { expect, it } from "vitest";
import { fixedKeys, isTyped, tripsKey } from "server/dashboard/cache-keys.server";
import { createLruStore } from "server/cache/lru-store.server";
import { PAGE_SIZE } from "server/upstream/contracts/trips.server";

const entry = (value: unknown) => ({ id: "", value, asOf: 1, arrived: 1, hits: 0 });

it("lets the least recently used entry go when there are too many", () => {
  const store = createLruStore({ entries: 2 });
  store.set("a", entry(1));
  store.set("b", entry(2));
  store.get("a");
  store.set("c", entry(3));
  expect(["a", "b", "c"].map((key) => store.get(key)?.value)).toEqual([1, undefined, 3]);
});

it("lets entries go when they weigh too much, and does not keep one that is too heavy alone", () => {
  const store = createLruStore({ bytes: 10_000 });
  for (const name of ["a", "b", "c"]) store.set(name, entry("x".repeat(2000)));
  expect(store.get("a")).toBeUndefined();
  expect(store.get("c")).toBeDefined();
  store.set("d", entry("x".repeat(20_000)));
  expect(store.get("d")).toBeUndefined();
});

it("keeps what everybody is shown, however much visitors choose", () => {
  const store = createLruStore();
  for (const key of fixedKeys) store.set(key, entry(key));
  for (let page = 2; page <= 2_050; page += 1) {
    store.set(tripsKey({ page, limit: PAGE_SIZE }), entry(page));
  }
  for (const key of fixedKeys) expect(store.get(key)?.value).toBe(key);
  expect(store.size).toBe(2_000 + fixedKeys.size);
});

it("takes for what everybody is shown the figures, the countries and the first page of trips", () => {
  expect([...fixedKeys].sort()).toEqual([
    "dailyUsers",
    "filters",
    "metrics",
    "monthlyUsers",
    "totalUsers",
    tripsKey({ page: 1, limit: PAGE_SIZE }),
    "weeklyUsers",
  ]);
});

it("has the same key for the same list of trips, however it is asked for, and nothing typed in it", () => {
  expect(tripsKey({ page: 2, limit: 12, date: "2025-08-19" })).toBe(
    "trips?date=2025-08-19&limit=12&page=2",
  );
  const wallet = `0x${"ab".repeat(20)}`;
  const search = tripsKey({ q: wallet, page: 1, limit: 12 });
  expect(search).toMatch(/^trips\/search\?q=[\w-]{22}$/);
  expect(tripsKey({ limit: 12, page: 1, q: wallet })).toBe(search);
  const country = { page: 1, limit: 12, country: "India", date: undefined };
  expect(tripsKey(country)).toMatch(/^trips\?country=[\w-]{22}$/);
  const others = [
    { ...country, page: 2 },
    { ...country, date: "2025-08-19" },
    { page: 1, limit: 12, q: "India" },
    { page: 1, limit: 12, q: `${wallet}0` },
  ];
  const keys = [country, { q: wallet, page: 1, limit: 12 }, ...others].map((query) =>
    tripsKey(query),
  );
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.map(isTyped)).toEqual(keys.map(() => true));
  expect([...fixedKeys].some(isTyped)).toBe(false);
});
