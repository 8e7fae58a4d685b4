import { expect, it } from "vitest";
import { tripsKey } from "server/dashboard/resources.server";
import { parseDashboardState } from "~/features/dashboard/dashboard-url";
import { viewQueries } from "~/features/dashboard/view-queries";

const queriesOf = (query: string) => viewQueries(parseDashboardState(new URLSearchParams(query)));

it.each(["driver", "settings"])("there are no queries for the tab %s", (tab) =>
  expect(queriesOf(`tab=${tab}`)).toEqual({ fleet: null, trips: null }),
);

it("the query of the day before has the same cache key as that day's own first page", () => {
  const dayBefore = (query: string) => queriesOf(`tab=trip&${query}`).trips?.dayBefore;
  const query = dayBefore("date=2025-08-31&country=India&page=3");
  expect(query).toMatchObject({ resource: "trips", isOptional: true });
  const own = queriesOf("tab=trip&country=India&date=2025-08-30").trips?.page.trips;
  expect(query?.trips && tripsKey(query.trips)).toBe(own && tripsKey(own));
  expect(dayBefore("q=2025-08-31&date=2025-08-31")).toBeUndefined();
});
