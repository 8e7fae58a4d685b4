import { afterAll, beforeAll, expect, it } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { rawRequest } from "../support/raw-request";

let upstream: FaultyUpstream;
let server: BuiltServer;
beforeAll(async () => {
  upstream = await FaultyUpstream.start();
  // A real site whose APP_ENV was forgotten; the sandbox takes its messages.
  const { CORE_API_URL, AUTH_API_URL } = upstream.settings;
  const SITE_URL = "https://pulse.example.com";
  server = await startBuiltServer({ env: { CORE_API_URL, AUTH_API_URL, SITE_URL } });
});
afterAll(async () => {
  await server.kill();
  await upstream.stop();
});

it("the outbox of a site whose APP_ENV was forgotten is for this machine alone, and the log warns", async () => {
  const outbox = async (headers: Record<string, string>) =>
    (await rawRequest(server.url, "/sandbox/outbox", { headers })).status;
  await expect.poll(() => outbox({})).toBe(200);
  // A proxy on the same machine speaks for others, whether it is trusted or not.
  for (const name of ["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Forwarded"]) {
    expect([name, await outbox({ [name]: "203.0.113.9" })]).toEqual([name, 404]);
  }
  const warned = server.lines.filter((line) => line.includes("APP_ENV is unset"));
  expect(warned).toHaveLength(1);
});
