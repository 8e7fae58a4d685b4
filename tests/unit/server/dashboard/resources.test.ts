import { expect, it } from "vitest";
import { defaultKeys, isTyped, tripsKey } from "server/dashboard/resources.server";

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
