import fc from "fast-check";
import { expect, it } from "vitest";
import type { ServerBuild } from "@remix-run/node";
import { createRouteTable } from "server/http/route-table.server";

const page = {};
const resourceRoute = {};
const publicPageModule = (reads?: string[]) => ({ ...page, handle: { publicCache: { reads } } });

const urlOf = (target: string) => new URL(`http://localhost${target}`);

const routes = {
  root: { path: "", module: page },
  layout: { module: page },
  home: { index: true, module: publicPageModule() },
  contact: { path: "contactus", module: publicPageModule(["audience"]) },
  own: { path: "own", module: { ...page, handle: {} } },
  all: { path: "trips/all", module: page },
  csv: { path: "trips/trips.csv", module: resourceRoute },
  invitation: { path: "ref/*", module: page },
  missing: { path: "*", module: page },
};
// Contains what the table reads of a route.
const build = routes as unknown as ServerBuild["routes"];
const { label, publicPage } = createRouteTable(() => build);

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
  ["/assets/root-abc.js", "/assets/*"],
  ["/wp-login.php", "other"],
  ["/healthz", "/healthz"],
  ["/healthz/", "other"],
])("the label of the path %s is %s", (path, expected) => {
  expect(label(path)).toBe(expected);
});

it("the label of any path is one of a fixed set", () => {
  const labels = ["/", "/contactus", "/own", "/trips/all", "/trips/trips.csv", "/ref/*"];
  labels.push("/assets/*", "/healthz", "other");
  const anyPath = fc
    .array(fc.string())
    .map((parts) => `/${parts.map(encodeURIComponent).join("/")}`);
  fc.assert(fc.property(anyPath, (path) => labels.includes(label(path))));
});

it.each([
  ["/", "/"],
  ["/?utm_source=x&q=1&q=2&index", "/"],
  ["/contactus?_=1&_routes=x", "/contactus"],
  ["/contactus/", "/contactus/"],
  ["/own", null],
  ["/contactus.data", null],
  ["/Contactus", null],
  ["/contactus//", null],
  ["//x", null],
])("the public page at %j is %s", (target, path) => {
  expect(publicPage(urlOf(target))).toBe(path);
});

it("an address with a parameter that the page reads is not a public page, however the parameter is encoded", () => {
  const parameter = fc.constantFrom("audience", "audienc%65", "%61udience");
  const noise = fc.array(fc.constantFrom("a=1", "b", "utm_source=x", "&", "=="));
  fc.assert(
    fc.property(noise, parameter, fc.string(), noise, (before, name, value, after) => {
      const query = [...before, `${name}=${encodeURIComponent(value)}`, ...after].join("&");
      expect(publicPage(urlOf(`/contactus?${query}`))).toBeNull();
    }),
  );
});
