import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { report } from "server/operations/doctor/finding";
import { reachFindings } from "server/operations/doctor/reach-findings";
import { parseSettings } from "server/process/settings.server";
import { examine } from "./doctor-report";
import { FaultyUpstream } from "../support/faulty-upstream";
import { healthyCoreAnswer } from "../support/healthy-core-answers";

const ONE = new URLSearchParams({ page: "1", limit: "2" });

const upstream = await FaultyUpstream.start();
afterAll(() => upstream.stop());
beforeEach(() => upstream.reset());

/** The doctor's report of these upstreams, in lines. */
async function examineUpstream(): Promise<string[]> {
  const urls = { CORE_API_URL: upstream.origin, AUTH_API_URL: upstream.origin };
  return report(await reachFindings(parseSettings(urls), true)).split("\n");
}

/** A path's healthy answer without a field, wherever it stands. */
function lacking(path: string, field: string) {
  const text = JSON.stringify(healthyCoreAnswer(path, ONE), (key, value: unknown) =>
    key === field ? undefined : value,
  );
  upstream.set(path, { kind: "json", json: JSON.parse(text) as unknown });
}

it("a core API that keeps to the document is told so, read by read, and nothing is changed", async () => {
  const lines = await examineUpstream();
  expect(lines).toContain("0 failed, 0 warnings");
  const told = lines.find((line) => line.includes("answers as docs/upstream-apis.json says"));
  expect(told).toMatch(/^ok {4}CORE_API_URL /);
  for (const read of [
    "GET /dashboard/metrics,",
    "GET /dashboard/users/weekly,",
    "GET /trips?page=1&limit=12,",
    "GET /trips?page=1&limit=12&date&country,",
    "GET /trips?page=1&limit=500,",
    "GET /trips/search?q&type&page=1&limit=12,",
    "GET /filters/available",
  ]) {
    expect(told).toContain(read);
  }
  expect([...new Set(upstream.calls.map(({ method }) => method))]).toEqual(["GET"]);
  expect(upstream.calls.filter(({ path }) => path.startsWith("/auth/"))).toEqual([]);
  const auth = lines.find((line) => line.includes(" AUTH_API_URL "));
  expect(auth).toContain("its calls send codes or delete, so none was made");
});

it("a core API whose answers lack fields is told which", async () => {
  lacking("/dashboard/metrics", "totalBeats");
  lacking("/dashboard/users/weekly", "active");
  lacking("/trips", "distance");
  lacking("/trips/search", "totalItems");
  lacking("/filters/available", "countries");
  const lines = await examineUpstream();
  expect(lines.at(-2)).toBe("4 failed, 4 warnings");
  const told = (read: string) =>
    lines.find((line) => / CORE_API_URL /.test(line) && line.includes(`GET ${read} does not`));
  expect(told("/dashboard/metrics")).toMatch(/^warn .*says: data\.totalBeats is missing$/);
  expect(told("/dashboard/users/weekly")).toMatch(
    /^FAIL .*says: data\.data\[\]\.active is missing \(in 7 places\)$/,
  );
  expect(told("/trips?page=1&limit=12")).toMatch(
    /^warn .*says: data\.trips\[\]\.distance is missing \(in 2 places\)$/,
  );
  expect(told("/trips/search?q&type&page=1&limit=12")).toMatch(
    /^FAIL .*says: data\.pagination\.totalItems is missing$/,
  );
  expect(told("/filters/available")).toMatch(/^FAIL .*says: data\.countries is missing$/);
  expect(told("/dashboard/users/total")).toBeUndefined();
});

it("a core API that says something else, nothing, or no is told so", async () => {
  upstream.set("/dashboard/metrics", { kind: "wrong-types" });
  upstream.set("/dashboard/users/total", { kind: "html" });
  upstream.set("/dashboard/users/daily", { kind: "failure", error: "fleet unknown" });
  upstream.set("/filters/available", { kind: "status", status: 401, json: { message: "Who?" } });
  const lines = await examineUpstream();
  const told = (read: string) => lines.find((line) => line.includes(`GET ${read}`));
  expect(told("/dashboard/metrics")).toContain(
    "data.totalTrips should be a number or a numeric text",
  );
  expect(told("/dashboard/users/total")).toContain("the answer was not understood");
  expect(told("/dashboard/users/daily")).toContain("daily: fleet unknown");
  expect(told("/filters/available")).toContain("HTTP error 401: Who?");
});

it("the sandbox keeps to it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pulse-"));
  const { lines, status } = await examine({ SANDBOX_DB: join(folder, "s.duckdb") }, ".", [
    "--deep",
  ]);
  expect(status).toBe(0);
  expect(lines.filter((line) => line.includes("answers as docs/upstream-apis.json"))).toHaveLength(
    1,
  );
});
