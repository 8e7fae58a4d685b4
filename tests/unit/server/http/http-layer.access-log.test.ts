import { expect, it } from "vitest";
import type { ServerBuild } from "@remix-run/node";
import { createRouteLabels } from "server/http/http-layer.server";

const page = {};
const resourceRoute = {};
const routes = {
  root: { path: "", module: page },
  layout: { module: page },
  home: { index: true, module: page },
  contact: { path: "contactus", module: page },
  own: { path: "own", module: page },
  all: { path: "trips/all", module: page },
  csv: { path: "trips/trips.csv", module: resourceRoute },
  invitation: { path: "ref/*", module: page },
  missing: { path: "*", module: page },
};
// Contains what the labels need of a route.
const build = routes as unknown as ServerBuild["routes"];
const label = createRouteLabels(() => build);

it.each([
  ["/", "/"],
  ["/_root.data", "/"],
  ["/contactus", "/contactus"],
  ["/contactus/", "/contactus"],
  ["/contactus.data", "/contactus"],
  ["/trips/ALL", "/trips/all"],
  ["/trips/trips.csv", "/trips/trips.csv"],
  ["/trips/tripsXcsv", "other"],
  ["/ref/ABC/more%2F", "/ref/*"],
  ["/ref/", "other"],
  ["/x/ref/ABC", "other"],
  ["/assets/root-abc.js", "/assets/*"],
  ["/wp-login.php", "other"],
  ["/healthz", "/healthz"],
  ["/healthz/", "other"],
])("the label of the path %s is %s", (path, expected) => {
  expect(label(path)).toBe(expected);
});
