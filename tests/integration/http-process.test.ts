import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { Agent, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it, vi } from "vitest";
import {
  CALM,
  preload,
  runUntilExit,
  startBuiltServer,
  WITHOUT_UPSTREAM,
} from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { freePort } from "../support/free-port";
import { rawRequest } from "../support/raw-request";

const DRAIN_GRACE_MS = "60000";

/**
 * Loaded into the server: prints the timeouts of its HTTP servers when they start to listen, and ends the grace of the
 * drain with SIGUSR2 instead of after its time.
 */
const PRELOADED = `
import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
subscribe("tracing:net.server.listen:asyncEnd", ({ server }) => {
  const { headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval } = server;
  console.log("timeouts", headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval);
});
const { setTimeout: delay } = timers;
timers.setTimeout = (ms, ...more) =>
  ms === ${DRAIN_GRACE_MS} ? once(process, "SIGUSR2") : delay(ms, ...more);
syncBuiltinESMExports();
`;
const NODE_OPTIONS = preload(PRELOADED);

/** Where the log goes, the number of requests, and what happens before them. */
const LOGS: [string, stdout: "pipe" | number, requests: number, (child: ChildProcess) => void][] = [
  ["a full disk", openSync("/dev/full", "w"), 20, () => undefined],
  // These log lines exceed the buffers of the pipe and of this process.
  ["a reader that stops reading", "pipe", 800, ({ stdout }) => stdout?.pause()],
];

describe.concurrent("the process", () => {
  it("does not start with invalid settings, and names them all in one message", async ({
    expect,
  }) => {
    const { status, output } = await runUntilExit({
      under: "main",
      env: { PORT: "0", APP_ENV: "production", LOG_LEVEL: "loud", SESSION_SECRET: "too-short" },
    });
    expect(status).toBe(1);
    for (const name of ["LOG_LEVEL", "SESSION_SECRET", "CORE_API_URL", "AUTH_API_URL", "SITE_URL"])
      expect(output).toMatch(new RegExp(`^ *${name}: `, "m"));
    expect(output).not.toMatch(/too-short|http:\/\/localhost/);
  });

  it.for(["main", "remix-serve"] as const)(
    "under %s SIGTERM lets open requests finish; connections have timeouts, an error no stack",
    async (under, { expect }) => {
      const upstream = await FaultyUpstream.start();
      // Under remix-serve, which obeys it, `npm run serve` sets the value.
      const NODE_ENV = under === "main" ? "development" : "production";
      const env = { ...upstream.settings, NODE_OPTIONS, NODE_ENV, DRAIN_GRACE_MS };
      const server = await startBuiltServer({ under, env });
      const ask = (path: string, method = "GET") => rawRequest(server.url, path, { method });
      expect(server.lines).toContain("timeouts 14000 29000 61000 500");
      const error = await ask("/robots.txt", "POST");
      expect([error.status, error.body.includes("stack")]).toEqual([405, false]);

      upstream.reset();
      let goOn = () => {};
      upstream.set("*", {
        kind: "healthy",
        after: new Promise<void>((resolve) => (goOn = resolve)),
      });
      const slow = ask("/pulsescout/dashboard");
      await expect.poll(() => upstream.count()).toBeGreaterThan(0);
      const exitCode = server.stop();
      await expect.poll(async () => (await ask("/readyz")).status).toBe(503);
      const draining = await ask("/readyz");
      expect([draining.body.includes('"draining"'), draining.headers.connection]).toEqual([
        true,
        "close",
      ]);
      expect((await ask("/healthz")).status).toBe(200);
      server.child.kill("SIGUSR2");
      goOn();
      const answer = await slow;
      expect(answer.status).toBe(200);
      expect(answer.body).toContain("</html>");
      // The shutdown deadline would have ended the process with status 1.
      expect(await exitCode).toBe(0);
      await expect(ask("/healthz")).rejects.toThrow();
      await upstream.stop();
    },
  );

  it("needs a free port, and says so in a plain message", async ({ expect }) => {
    const other = createServer().listen(0);
    await once(other, "listening");
    const { port } = other.address() as AddressInfo; // not a pipe, so never a string or null
    const env = { ...WITHOUT_UPSTREAM, PORT: String(port) };
    const { status, output } = await runUntilExit({ env });
    other.close();
    expect(status).toBe(1);
    expect(output).toContain(`Port ${port} is in use.`);
    expect(output).not.toMatch(/^\s+at /m);
  });

  it.for(LOGS)(
    "with %s for the log, requests are answered, and SIGTERM still drains",
    async ([, stdout, requests, happens], { expect }) => {
      const PORT = String(await freePort());
      const own = { ...WITHOUT_UPSTREAM, DRAIN_GRACE_MS: "0", PORT };
      const child = spawn(process.execPath, ["server/main.js"], {
        env: { NODE_ENV: "production", NODE_OPTIONS: CALM, PATH: process.env.PATH, ...own },
        stdio: ["ignore", stdout, "inherit"],
      });
      const agent = new Agent({ keepAlive: true, maxSockets: 10 });
      const ask = (path: string) => rawRequest(`http://localhost:${PORT}`, path, { agent });
      await vi.waitFor(async () => expect((await ask("/readyz")).status).toBe(200), 60_000);
      happens(child);
      const answers = await Promise.all(Array.from({ length: requests }, () => ask("/blogs")));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      agent.destroy();
      expect(await exited).toEqual([0, null]);
    },
  );
});
