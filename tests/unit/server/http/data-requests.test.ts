import { describe, expect, it } from "vitest";
import { createDataRequestCheck } from "server/http/data-requests.server";

const page = { default: () => null };
const onlyLoader = {};

const routes = {
  root: { id: "root", path: "", module: page },
  home: { id: "home", parentId: "root", index: true, module: page },
  trips: { id: "trips", parentId: "root", path: "trips", module: page },
  csv: { id: "csv", parentId: "root", path: "trips/trips.csv", module: onlyLoader },
  day: { id: "day", parentId: "root", path: "days/:day.ics", module: onlyLoader },
  theme: { id: "theme", parentId: "root", path: "theme", module: { action: () => null } },
  invitation: { id: "invitation", parentId: "root", path: "ref/*", module: page },
  missing: { id: "missing", parentId: "root", path: "*", module: page },
};

const lacks = (target: string, method = "GET") =>
  createDataRequestCheck(routes)(method, new URL(target, "http://localhost"));

describe("a request for the data of a page", () => {
  it.each([
    "/_root.data",
    "/trips/.data",
    "/ref/%FF%.data",
    "/ref/trips.csv.data",
    "/nowhere.data",
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
    "/trips/trips.csv.data/",
    "/ref/../trips/trips.csv.data",
    "/theme.data",
  ])("is refused at %s, whose route is no page", (target) => {
    expect(lacks(target)).toBe(true);
    expect(lacks(target, "HEAD")).toBe(true);
  });

  it("goes by the innermost route, and by no other's path", () => {
    const lacksTwin = createDataRequestCheck({
      docs: { id: "docs", path: "docs", module: page },
      lists: { id: "lists", parentId: "docs", path: "lists", module: page },
      csv: { id: "csv", parentId: "lists", path: "all.csv", module: onlyLoader },
      gone: undefined,
      notes: { id: "notes", path: "notes", module: { ErrorBoundary: () => null } },
      index: { id: "index", index: true, module: onlyLoader },
    });
    const lacking = (path: string) => lacksTwin("GET", new URL(path, "http://localhost"));
    expect(lacking("/docs/lists/all.csv.data")).toBe(true);
    expect(lacking("/docs/lists.data")).toBe(false);
    expect(lacking("/all.csv.data")).toBe(false);
    expect(lacking("/notes.data")).toBe(false);
    expect(lacking("/.data")).toBe(true);
    // What has no suffix asks for no data, whatever its bytes are.
    expect(lacking("/")).toBe(false);
    expect(lacking("/%FF.data")).toBe(false);
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
