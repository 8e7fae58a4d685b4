import { expect, it } from "vitest";
import { defaultKeys, tripsKey } from "server/dashboard/resources.server";

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

it("the key of a list of trips is the same for the same selection, whatever the order of its filters", () => {
  const country = { page: 1, country: "India", date: undefined };
  expect(tripsKey({ country: "India", page: 1 })).toBe(tripsKey(country));
  const others = [
    { ...country, page: 2 },
    { ...country, date: "2025-08-19" },
    { page: 1, q: "India" },
    { page: 1, q: "India&page=2" },
  ];
  expect(new Set([country, ...others].map(tripsKey)).size).toBe(5);
});
