import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, vi } from "vitest";
import {
  runUntilExit,
  startBuiltServer,
  WITHOUT_UPSTREAM,
  type BuiltServer,
} from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { rawRequest } from "../support/raw-request";

/**
 * Loaded into the server: prints the timeouts of its HTTP servers when they start to listen, and multiplies timers over
 * 5 s by eight, because a busy machine may need longer for the last responses at shutdown.
 */
const PRELOADED = `
import { subscribe } from "node:diagnostics_channel";
subscribe("tracing:net.server.listen:asyncEnd", ({ server }) => {
  const { headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval } = server;
  console.log("timeouts", headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval);
});
const { setTimeout: start } = globalThis;
const patient = (run, ms, ...args) => start(run, ms > 5000 ? ms * 8 : ms, ...args);
globalThis.setTimeout = Object.defineProperties(patient, Object.getOwnPropertyDescriptors(start));
`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(PRELOADED)}`;

describe.concurrent.each(["main", "remix-serve"] as const)("under %s", (under) => {
  it("the start fails with one message that names every invalid setting", async ({ expect }) => {
    const { status, output } = await runUntilExit({
      under,
      env: { PORT: "0", APP_ENV: "production", LOG_LEVEL: "loud", SESSION_SECRET: "too-short" },
    });
    expect(status).toBe(1);
    for (const name of [
      "LOG_LEVEL",
      "SESSION_SECRET",
      "CORE_API_URL",
      "AUTH_API_URL",
      "SITE_URL",
    ]) {
      expect(output).toMatch(new RegExp(`^ *${name}: `, "m"));
    }
    expect(output).not.toContain("too-short");
    expect(output).not.toContain("http://localhost");
  });

  it("a server has connection timeouts; SIGTERM lets open requests finish", async ({ expect }) => {
    const upstream = await FaultyUpstream.start();
    const server = await startBuiltServer({ under, env: { ...upstream.settings, NODE_OPTIONS } });
    expect(server.lines).toContain("timeouts 14000 29000 61000 500");
    upstream.reset();
    let goOn = () => {};
    upstream.set("*", { kind: "healthy", after: new Promise<void>((resolve) => (goOn = resolve)) });
    const slow = rawRequest(server.url, "/pulsescout/dashboard");
    await expect.poll(() => upstream.count()).toBeGreaterThan(0);

    const exitCode = server.stop();
    await expect.poll(async () => (await rawRequest(server.url, "/readyz")).status).toBe(503);
    expect((await rawRequest(server.url, "/readyz")).body).toContain('"draining"');
    expect((await rawRequest(server.url, "/healthz")).status).toBe(200);
    goOn();
    const answer = await slow;
    expect(answer.status).toBe(200);
    expect(answer.body).toContain("</html>");
    // The shutdown deadline would have ended the process with status 1.
    expect(await exitCode).toBe(0);
    await expect(rawRequest(server.url, "/healthz")).rejects.toThrow();
    await upstream.stop();
  });

  it("an error shows no stack", async ({ expect }) => {
    const env = {
      // Under remix-serve, which obeys it, `npm run serve` sets the value.
      NODE_ENV: under === "main" ? "development" : "production",
      LOG_LEVEL: "warn",
      DRAIN_GRACE_MS: "0",
      NODE_OPTIONS,
    };
    const server = await startBuiltServer({ under, env: { ...WITHOUT_UPSTREAM, ...env } });
    const { status, body } = await rawRequest(server.url, "/robots.txt", { method: "POST" });
    expect(status).toBe(405);
    expect(body).not.toContain("stack");
    expect(await server.stop()).toBe(0);
  });
});

it("the process exits at the shutdown deadline although a request never ends", async () => {
  const upstream = await FaultyUpstream.start();
  const env = { ...upstream.settings, UPSTREAM_TIMEOUT_MS: "60000", DRAIN_GRACE_MS: "0" };
  const server = await startBuiltServer({ env });
  upstream.reset();
  upstream.set("*", { kind: "stall" });
  const stuck = rawRequest(server.url, "/pulsescout/dashboard").catch(() => null);
  await expect.poll(() => upstream.count()).toBeGreaterThan(0);
  expect(await server.stop()).toBe(1);
  expect(server.lines.join("\n")).toContain("leaving with requests still open");
  await stuck;
  await upstream.stop();
});

it("the sandbox process ends with the server, also under plain remix-serve", async () => {
  const server = await startBuiltServer({ under: "remix-serve" });
  const started = () => server.lines.find((line) => line.includes('"sandbox started"'));
  await expect.poll(started).toBeDefined();
  const { pid } = JSON.parse(started() ?? "") as { pid: number };
  expect(process.kill(pid, 0)).toBe(true);
  await server.stop();
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), 60_000);
});

it("a port in use makes the start fail with a plain message", async () => {
  const other = createServer().listen(0);
  await once(other, "listening");
  const { port } = other.address() as AddressInfo; // not a pipe, so never a string or null
  const { status, output } = await runUntilExit({
    env: { ...WITHOUT_UPSTREAM, PORT: String(port) },
  });
  other.close();
  expect(status).toBe(1);
  expect(output).toContain(`Port ${port} is in use.`);
  expect(output).not.toMatch(/^\s+at /m);
});

async function requestPages({ url }: BuiltServer): Promise<void> {
  await rawRequest(url, "/blogs");
  const requests = Array.from({ length: 600 }, () => rawRequest(url, "/blogs"));
  for (const { status } of await Promise.all(requests)) expect(status).toBe(200);
}

it("with a full log disk requests are answered, and SIGTERM still drains", async () => {
  const server = await startBuiltServer({ env: WITHOUT_UPSTREAM, fullDisk: true });
  await requestPages(server);
  expect(await server.stop()).toBe(0);
});

it("with a log reader that stops reading, requests are answered, and SIGTERM still drains", async () => {
  const server = await startBuiltServer({ env: WITHOUT_UPSTREAM });
  server.child.stdout?.pause();
  // These log lines exceed the buffers of the pipe and of this process.
  for (let count = 0; count < 3; count += 1) await requestPages(server);
  const left = new Promise((resolve) => void server.child.once("exit", resolve));
  server.child.kill("SIGTERM");
  expect(await left).toBe(0);
});

it("with a log reader that closes, requests are answered, and SIGTERM still drains", async () => {
  const server = await startBuiltServer({ env: WITHOUT_UPSTREAM });
  server.child.stdout?.destroy();
  await requestPages(server);
  expect(await server.stop()).toBe(0);
});
