import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { upstreamDocument } from "../support/upstream-document";
import { createAuthApi } from "server/upstream/auth-api.server";
import { createCoreApi } from "server/upstream/core-api.server";
import { chartNames } from "server/upstream/contracts/dashboard.server";

const FILE = "docs/upstream-apis.json";

it(`${FILE} says what the schemas say (REWRITE_DOCS=1 writes it)`, () => {
  if (process.env.REWRITE_DOCS) writeFileSync(FILE, upstreamDocument());
  expect(readFileSync(FILE, "utf8")).toBe(upstreamDocument());
});

it("the document has every call that the clients make, with its parameters, and no other", () => {
  const calls: string[] = [];
  const note = (method: string, path: string, query = {}) => {
    calls.push([method, path, ...Object.keys(query).sort()].join(" "));
    // Nobody reads an answer here.
    return new Promise<never>(() => undefined);
  };
  const core = createCoreApi({ get: (path, query) => note("get", path, query) });
  for (const name of ["metrics", ...chartNames] as const) void core[name]();
  void core.trips({ page: 1, limit: 12, date: "2025-08-19", country: "India" });
  void core.searchTrips({ q: "0xabc", page: 1, limit: 12 });
  void core.filters();
  const auth = createAuthApi({ send: ({ method, path }) => note(method.toLowerCase(), path) });
  void auth.sendOtp("+919876543210");
  void auth.verifyOtp("s", "482913");
  void auth.deleteProfile("token", "Others");

  // As it is made.
  const { paths } = JSON.parse(upstreamDocument()) as {
    paths: Record<string, Record<string, { parameters?: { name: string }[] }>>;
  };
  const documented = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters = [] }]) =>
      [method, path, ...parameters.map(({ name }) => name).sort()].join(" "),
    ),
  );
  expect(calls.sort()).toEqual(documented.sort());
});
