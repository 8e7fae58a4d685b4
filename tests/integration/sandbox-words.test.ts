import { afterAll, beforeAll, expect, it } from "vitest";
import { importTrips } from "server/sandbox/trip-import";
import { startBuiltServer, WITHOUT_UPSTREAM, type BuiltServer } from "../support/built-server";
import { parseHtml } from "./html-document";
import { SandboxFixture } from "./sandbox-fixture";

const DASHBOARD = "/pulsescout/dashboard";
const IN_OUTBOX = "leaves this machine: read it in the outbox.";

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await SandboxFixture.create();
});
afterAll(() => fixture.remove());

async function importOf(ids: readonly string[]): Promise<void> {
  const rows = ids.map((id) => `${id},cab,2025-08-19T08:00:00Z,2025-08-19T08:30:00Z,1.5,2,India`);
  await importTrips([await fixture.csv("trips.csv", rows)], fixture.databaseFile);
}

/** What a page says of the sandbox; null when it says nothing. */
async function noteOn(server: BuiltServer, path: string): Promise<string | null> {
  const html = await (await fetch(server.url + path)).text();
  const texts = (await parseHtml(html))
    .querySelectorAll("p")
    .map((text) => text.textContent.trim());
  return texts.find((text) => text.startsWith("Sandbox data"))?.replace(/\s+/g, " ") ?? null;
}

it("every page that the sandbox answers says so, and what is true after an import", async () => {
  await importOf(["a"]);
  const server = await startBuiltServer({ env: { SANDBOX_DB: fixture.databaseFile } });
  try {
    for (const tab of ["fleet-overview", "trip"]) {
      await expect
        .poll(() => noteOn(server, `${DASHBOARD}?tab=${tab}`))
        .toBe("Sandbox data: 1 imported trip.");
    }
    for (const path of ["/contactus", "/contactus?audience=individual"]) {
      expect(await noteOn(server, path)).toBe(`Sandbox data. No message ${IN_OUTBOX}`);
    }
    expect(await noteOn(server, "/pulsescout/delete-user")).toBe(
      `Sandbox data. No code ${IN_OUTBOX}`,
    );
    await importOf(["a", "b", "c"]);
    await expect.poll(() => noteOn(server, DASHBOARD)).toBe("Sandbox data: 3 imported trips.");
  } finally {
    await server.kill();
  }
});

it("a page that the company's own service answers says nothing of a sandbox", async () => {
  const { CORE_API_URL, AUTH_API_URL } = WITHOUT_UPSTREAM;
  const server = await startBuiltServer({ env: { CORE_API_URL, AUTH_API_URL } });
  try {
    expect(await noteOn(server, "/pulsescout/delete-user")).toBeNull();
    expect(await noteOn(server, DASHBOARD)).toBeNull();
    expect(await noteOn(server, "/contactus")).toBe(`Sandbox data. No message ${IN_OUTBOX}`);
  } finally {
    await server.kill();
  }
});
