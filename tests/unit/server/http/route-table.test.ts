import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRouteTable } from "server/http/route-table.server";

const page = { default: () => null };
const noPage = {};
const same = (reads?: string[]) => ({ ...page, handle: { publicCache: { reads } } });

const { label, isDataOfNoPage, publicPage } = createRouteTable(
  () => ({
    root: { path: "", module: page },
    layout: { parentId: "root", module: page },
    home: { parentId: "layout", index: true, module: same() },
    contact: { parentId: "layout", path: "contactus", module: same(["audience"]) },
    own: { parentId: "root", path: "own", module: { ...page, handle: {} } },
    trips: { parentId: "root", path: "Trips", module: page },
    all: { parentId: "trips", path: "all", module: { ErrorBoundary: () => null } },
    csv: { parentId: "root", path: "trips/trips.csv", module: noPage },
    theme: { parentId: "root", path: "theme", module: { action: () => null } },
    day: { parentId: "root", path: "days/:day", module: noPage },
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
])("the label of a path of %s is %s", (path, expected) => {
  expect(label(path)).toBe(expected);
});

it("the label of a path is one of few, whatever is asked for", () => {
  const labels = ["/", "/contactus", "/own", "/Trips", "/Trips/all", "/trips/trips.csv", "/theme"];
  labels.push("/days/:day", "/ref/*", "/assets/*", "/healthz", "other");
  fc.assert(fc.property(fc.webPath(), (path) => labels.includes(label(path))));
});

describe("a request for the data of a page", () => {
  const lacks = (target: string, method = "GET") =>
    isDataOfNoPage(method, new URL(target, "http://localhost"));

  it.each([
    "/_root.data",
    "/.data",
    "/trips/.data",
    "/trips/all.data",
    "/%FF.data",
    "/ref/%FF%.data",
    "/ref/trips.csv.data",
    "/nowhere.data",
    "/trips.csv.data",
    "/trips/.data/trips.csv",
    "/theme",
    "/?data=_data",
  ])("is answered at %s, or asks for no data", (target) => {
    expect(lacks(target)).toBe(false);
  });

  it.each([
    "/trips/trips.csv.data",
    "/TRIPS/Trips.CSV.data",
    "/trips/trips.csv.dat%61",
    "/trips/trips.csv/.data",
    "/trips/trips.csv%2F%2F.data/",
    "/ref/../trips/trips.csv.data",
    "/days/2026-01-01.data",
    "/theme.data",
  ])("is refused at %s, whose route is no page", (target) => {
    expect(lacks(target)).toBe(true);
    expect(lacks(target, "HEAD")).toBe(true);
  });

  it("is answered where it sends a form to a route that has only an action", () => {
    expect(lacks("/theme.data", "POST")).toBe(false);
    expect(lacks("/trips/trips.csv.data", "POST")).toBe(true);
  });

  it.each(["/?_data=root", "/trips/trips.csv?_data=csv", "/theme?x=1&%5Fdata=theme"])(
    "is refused in the way of older versions: %s",
    (target) => {
      expect(lacks(target)).toBe(true);
      expect(lacks(target, "POST")).toBe(true);
    },
  );
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
  ["//", null],
  ["", null],
  ["*", null],
])("a page that is the same for everybody is shown at %j: %s", (target, path) => {
  expect(publicPage(target)).toBe(path);
});

it("a page that is the same for everybody is not the one that answers a parameter that it reads, however that is written", () => {
  const parameter = fc.constantFrom("audience", "audienc%65", "%61udience", "_data", "_%64ata");
  const noise = fc.array(fc.constantFrom("a=1", "b", "utm_source=x", "&", "=="));
  fc.assert(
    fc.property(noise, parameter, fc.string(), noise, (before, name, value, after) => {
      const query = [...before, `${name}=${encodeURIComponent(value)}`, ...after].join("&");
      expect(publicPage(`/contactus?${query}`)).toBeNull();
    }),
  );
});
