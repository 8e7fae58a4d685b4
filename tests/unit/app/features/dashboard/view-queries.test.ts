import { expect, it } from "vitest";
import { tripsKey } from "server/dashboard/resources.server";
import { chartNames } from "server/upstream/contracts/dashboard.server";
import { parseDashboardState } from "~/features/dashboard/dashboard-url";
import { viewQueries } from "~/features/dashboard/view-queries";

const queriesOf = (query: string) => viewQueries(parseDashboardState(new URLSearchParams(query)));

it("shows on the fleet tab the totals, every chart and maybe the countries, and on two tabs no figures", () => {
  const names = ["metrics", ...chartNames];
  const fleet = {
    ...Object.fromEntries(names.map((resource) => [resource, { resource }])),
    filters: { resource: "filters", isOptional: true },
  };
  expect(queriesOf("tab=fleet-overview")).toEqual({ fleet, trips: null });
  for (const tab of ["driver", "settings"])
    expect(queriesOf(`tab=${tab}`)).toEqual({ fleet: null, trips: null });
});

it.each([
  ["", { page: 1 }],
  ["page=2&country=India", { page: 2, country: "India" }],
  ["page=2&q=0xabc&country=India", { page: 2, q: "0xabc" }],
])("shows on the trip tab with '%s' one page of one list, and the countries", (query, trips) => {
  const { fleet, trips: shown } = queriesOf(`tab=trip&${query}`);
  expect(fleet).toBeNull();
  expect(shown).toMatchObject({
    page: { resource: "trips", trips },
    filters: { resource: "filters" },
  });
  expect(shown).not.toHaveProperty("dayBefore");
});

it("compares a day with the one before, under the key of that day's own first page", () => {
  const dayBefore = (query: string) => queriesOf(`tab=trip&${query}`).trips?.dayBefore;
  const compared = dayBefore("date=2025-08-31&country=India&page=3");
  expect(compared).toMatchObject({ resource: "trips", isOptional: true });
  const own = queriesOf("tab=trip&country=India&date=2025-08-30").trips?.page.trips;
  expect(compared?.trips && tripsKey(compared.trips)).toBe(own && tripsKey(own));
  expect(dayBefore("q=2025-08-31&date=2025-08-31")).toBeUndefined();
});
