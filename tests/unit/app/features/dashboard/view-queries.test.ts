import { expect, it } from "vitest";
import { parseDashboardState } from "~/features/dashboard/dashboard-url";
import { viewQueries } from "~/features/dashboard/view-queries";

const queriesOf = (query: string) => viewQueries(parseDashboardState(new URLSearchParams(query)));

it.each(["driver", "settings"])("there are no queries for the tab %s", (tab) =>
  expect(queriesOf(`tab=${tab}`)).toEqual({ fleet: null, trips: null }),
);
