import { expect, it } from "vitest";
import { tripsKey } from "server/dashboard/cache-keys.server";
import { resources } from "server/dashboard/freshness-policies.server";
import { viewKeys } from "~/features/dashboard/view-keys";

/** Those that stand for one answer each; there are as many answers to trips as views of them. */
const RESOURCES = resources.filter((name) => name !== "trips");

const shownOf = (query: string) => {
  const { shows } = viewKeys(new URLSearchParams(query), tripsKey, 12);
  return RESOURCES.filter((resource) => shows({ resource, key: resource }));
};
const showsTrips = (query: string, key: string) =>
  viewKeys(new URLSearchParams(query), tripsKey, 12).shows({ resource: "trips", key });

it("knows what each tab shows", () => {
  expect(shownOf("tab=fleet-overview")).toEqual(RESOURCES.slice(0, 5));
  expect(shownOf("tab=trip")).toEqual(["filters"]);
  expect(shownOf("tab=settings")).toEqual([]);
  expect(shownOf("")).toEqual(RESOURCES);
});

it("knows one page of one list from every other", () => {
  const secondOfIndia = tripsKey({ page: 2, limit: 12, country: "India", date: undefined });
  expect(showsTrips("tab=trip&page=2&country=India", secondOfIndia)).toBe(true);
  expect(showsTrips("tab=trip&page=1&country=India", secondOfIndia)).toBe(false);
  expect(showsTrips("tab=trip&page=2", secondOfIndia)).toBe(false);
  expect(showsTrips("tab=trip&page=2&q=India", secondOfIndia)).toBe(false);
  expect(showsTrips("tab=fleet-overview", secondOfIndia)).toBe(false);
  const search = tripsKey({ q: "0xabc", page: 1, limit: 12 });
  expect(showsTrips("tab=trip&q=0xabc", search)).toBe(true);
  expect(showsTrips("tab=trip", search)).toBe(false);
});

it("knows the list of the day before, which a day is compared with", () => {
  const before = { limit: 12, date: "2025-08-30", country: "India" };
  const shown = "tab=trip&date=2025-08-31&country=India";
  expect(showsTrips(shown, tripsKey({ page: 1, ...before }))).toBe(true);
  expect(showsTrips(`${shown}&page=3`, tripsKey({ page: 1, ...before }))).toBe(true);
  expect(showsTrips(`${shown}&page=3`, tripsKey({ page: 3, ...before }))).toBe(false);
  expect(showsTrips("tab=trip&country=India", tripsKey({ page: 1, ...before }))).toBe(false);
});

it("has one name for views that show the same, and different names otherwise", () => {
  const name = (query: string) => viewKeys(new URLSearchParams(query), tripsKey, 12).name;
  expect(name("tab=trip&page=1")).toBe(name("tab=trip&filters=open&unknown=1"));
  const queries = ["", "tab=trip", "tab=trip&page=2", "tab=trip&q=x", "tab=fleet-overview"];
  const names = queries.map(name);
  expect(new Set([...names, name("tab=settings")]).size).toBe(queries.length + 1);
});
