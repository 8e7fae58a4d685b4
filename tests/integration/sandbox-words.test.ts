import { afterAll, expect, it, vi } from "vitest";
import { importTrips } from "server/sandbox/trip-import";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { rawRequest } from "../support/raw-request";
import { parseHtml, textsOf } from "./html-document";
import { sandboxFixture } from "./sandbox-fixture";
import { sharedServer } from "./shared-server";

const DASHBOARD = "/pulsescout/dashboard";
const CONTACT = "/contactus?audience=individual";
const DELETION = "/pulsescout/delete-user";
const IN_OUTBOX = "leaves this machine: read it in the outbox.";

// A database with a trip is not filled with the generated fleet, which takes seconds.
const { csv, databaseFile } = sandboxFixture(afterAll);
const trip = "1,cab,2024-01-01T10:00:00Z,2024-01-01T10:30:00Z,1,1,Spain";
await importTrips([csv("trips.csv", [trip])], databaseFile);

const env = {
  SANDBOX_DB: databaseFile,
  DRAIN_GRACE_MS: "0",
  SITE_URL: "https://pulse.example.com",
};
const server = await startBuiltServer({ under: "remix-serve", env });
afterAll(() => server.kill());

/** The sandbox note on a page, or undefined when the page has none. */
async function noteOn({ url }: BuiltServer, path: string): Promise<string | undefined> {
  const root = await parseHtml(await (await fetch(url + path)).text());
  return textsOf(root, "p").find((text) => text.startsWith("Sandbox data"));
}

it("every page with sandbox data says so", async () => {
  for (const path of [DASHBOARD, `${DASHBOARD}?tab=trip`, `${DASHBOARD}/report`]) {
    expect(await noteOn(server, path)).toBe("Sandbox data.");
  }
  expect(await noteOn(server, CONTACT)).toBe(`Sandbox data. No message ${IN_OUTBOX}`);
  expect(await noteOn(server, DELETION)).toBe(`Sandbox data. No code ${IN_OUTBOX}`);
});

it("a page with data of the company's own services does not mention the sandbox", async () => {
  const real = await sharedServer();
  for (const path of [DASHBOARD, CONTACT, DELETION])
    expect(await noteOn(real, path)).toBeUndefined();
});

it("without APP_ENV the outbox is reachable from this machine only, and the log warns", async () => {
  const outbox = async (headers: Record<string, string>) =>
    (await rawRequest(server.url, "/sandbox/outbox", { headers })).status;
  await expect.poll(() => outbox({})).toBe(200);
  // A request with forwarded headers comes through a proxy from elsewhere, trusted or not.
  expect(await outbox({ "X-Forwarded-For": "203.0.113.9" })).toBe(404);
  const warnings = server.lines.filter((line) => line.includes("APP_ENV is unset"));
  expect(warnings).toHaveLength(1);
});

it("the sandbox process ends with the server, also under plain remix-serve", async () => {
  const started = server.lines.find((line) => line.includes('"sandbox started"'));
  const { pid } = JSON.parse(started ?? "") as { pid: number };
  expect(process.kill(pid, 0)).toBe(true);
  await server.stop();
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), 60_000);
});
