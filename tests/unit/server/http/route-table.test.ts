import fc from "fast-check";
import { expect, it } from "vitest";
import { createRouteTable } from "server/http/route-table.server";

const page = {};
const resourceRoute = {};
const publicPageModule = (reads?: string[]) => ({ ...page, handle: { publicCache: { reads } } });

const urlOf = (target: string) => new URL(`http://localhost${target}`);

const { label, publicPage } = createRouteTable(
  () => ({
    root: { path: "", module: page },
    layout: { parentId: "root", module: page },
    home: { parentId: "layout", index: true, module: publicPageModule() },
    contact: { parentId: "layout", path: "contactus", module: publicPageModule(["audience"]) },
    own: { parentId: "root", path: "own", module: { ...page, handle: {} } },
    trips: { parentId: "root", path: "Trips", module: page },
    all: { parentId: "trips", path: "all", module: page },
    csv: { parentId: "root", path: "trips/trips.csv", module: resourceRoute },
    theme: { parentId: "root", path: "theme", module: page },
    day: { parentId: "root", path: "days/:day", module: resourceRoute },
    invitation: { parentId: "root", path: "ref/*", module: page },
    missing: { parentId: "root", path: "*", module: page },
    gone: undefined,
  }),
  ["/healthz"],
);

it.each([
  ["/", "/"],
  ["//", "/"],
  ["/_root.data", "/"],
  ["/contactus", "/contactus"],
  ["/contactus/", "/contactus"],
  ["/contactus.data", "/contactus"],
  ["/trips/ALL", "/Trips/all"],
  ["/trips/trips.csv", "/trips/trips.csv"],
  ["/trips/tripsXcsv", "other"],
  ["/days/2026-01-01", "/days/:day"],
  ["/days/2026-01-01/more", "other"],
  ["/ref/ABC/more%2F", "/ref/*"],
  ["/assets/root-abc.js", "/assets/*"],
  ["/wp-login.php", "other"],
  ["/healthz", "/healthz"],
  ["/healthz/", "other"],
])("the label of the path %s is %s", (path, expected) => {
  expect(label(path)).toBe(expected);
});

it("the label of any path is one of a fixed set", () => {
  const labels = ["/", "/contactus", "/own", "/Trips", "/Trips/all", "/trips/trips.csv", "/theme"];
  labels.push("/days/:day", "/ref/*", "/assets/*", "/healthz", "other");
  fc.assert(fc.property(fc.webPath(), (path) => labels.includes(label(path))));
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
