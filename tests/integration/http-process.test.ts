import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { runUntilExit, startBuiltServer, type BuiltServer } from "./built-server";
import { FaultyUpstream } from "./faulty-upstream";
import { rawRequest } from "./raw-request";

const SERVERS = ["main", "remix-serve"] as const;

const openStream = (server: BuiltServer) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { Accept: "text/event-stream" };
    get(`${server.url}/pulsescout/dashboard/events`, { headers, agent: false }, resolve).on(
      "error",
      reject,
    );
  });

/** The sandboxes that the server has reported so far. */
const sandboxes = (server: BuiltServer) =>
  server.lines
    .filter((line) => line.includes('"sandbox started"'))
    .map((line) => JSON.parse(line) as { pid: number; port: number });

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.concurrent.each(SERVERS)("the end of the process under %s", (under) => {
  it("finishes open requests, ends event streams, and leaves within 10 s", async ({ expect }) => {
    const upstream = await FaultyUpstream.start();
    const server = await startBuiltServer({
      under,
      env: upstream.settings,
    });
    const stream = await openStream(server);
    const streamed = text(stream);
    upstream.set("*", { kind: "healthy", delayMs: 4_000 });
    const slow = rawRequest(server.url, "/pulsescout/dashboard");
    await sleep(500);

    const signalled = performance.now();
    const left = server.stop();
    await expect.poll(async () => (await rawRequest(server.url, "/readyz")).status).toBe(503);
    expect(JSON.parse((await rawRequest(server.url, "/readyz")).body)).toMatchObject({
      status: "draining",
    });
    expect((await rawRequest(server.url, "/healthz")).status).toBe(200);
    await streamed;
    const streamEnded = performance.now() - signalled;
    const answer = await slow;
    expect(await left).toBe(0);
    const exited = performance.now() - signalled;

    expect(streamEnded).toBeLessThan(1_500);
    expect(answer.status).toBe(200);
    expect(answer.body).toContain("</html>");
    expect(exited).toBeLessThan(10_000);
    await expect(rawRequest(server.url, "/healthz")).rejects.toThrow();
    await upstream.stop();
  });

  it("comes at last although a request never ends", async ({ expect }) => {
    const upstream = await FaultyUpstream.start();
    const server = await startBuiltServer({
      under,
      env: {
        ...upstream.settings,
        UPSTREAM_TIMEOUT_MS: "60000",
      },
    });
    upstream.set("*", { kind: "stall" });
    const stuck = rawRequest(server.url, "/pulsescout/dashboard").catch(() => null);
    await sleep(300);
    const signalled = performance.now();
    expect(await server.stop()).toBe(1);
    expect(performance.now() - signalled).toBeLessThan(10_000);
    await stuck;
    await upstream.stop();
  });

  it("comes at once at the second signal", async ({ expect }) => {
    const server = await startBuiltServer({ under });
    const stream = await openStream(server);
    stream.once("error", () => undefined).resume();
    const signalled = performance.now();
    server.child.kill("SIGTERM");
    await sleep(100);
    server.child.kill("SIGTERM");
    await server.exited;
    expect(performance.now() - signalled).toBeLessThan(1_500);
  });

  it("takes the sandbox with it", async ({ expect }) => {
    const server = await startBuiltServer({ under });
    await expect.poll(() => sandboxes(server)).toHaveLength(1);
    const pid = sandboxes(server)[0]?.pid ?? 0;
    expect(isRunning(pid)).toBe(true);
    await server.stop();
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

describe.concurrent.each(SERVERS)("the start of the process under %s", (under) => {
  it("is refused with one message that names every bad setting", async ({ expect }) => {
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

  it("serves every page and brings the sandbox back when it dies", async ({ expect }) => {
    const server = await startBuiltServer({ under });
    expect((await rawRequest(server.url, "/")).status).toBe(200);
    expect((await rawRequest(server.url, "/pulsescout/dashboard")).status).toBe(200);
    await expect.poll(() => sandboxes(server)).toHaveLength(1);
    process.kill(sandboxes(server)[0]?.pid ?? 0, "SIGKILL");
    await expect.poll(() => sandboxes(server)).toHaveLength(2);
    const trips = () => rawRequest(server.url, "/pulsescout/dashboard?tab=trip");
    await expect.poll(async () => (await trips()).status).toBe(200);
    await server.stop();
  });
});

it("a port in use ends the start with a plain message", async () => {
  const other = createServer().listen(0);
  await once(other, "listening");
  const { port } = other.address() as AddressInfo; // not a pipe, so never a string or null
  const { status, output } = await runUntilExit({ env: { PORT: String(port) } });
  other.close();
  expect(status).toBe(1);
  expect(output).toContain(`Port ${port} is in use.`);
  expect(output).not.toMatch(/^\s+at /m);
});
