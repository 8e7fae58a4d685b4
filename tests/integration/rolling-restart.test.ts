import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort, startBuiltServer, type BuiltServer } from "./built-server";
import { startBusyClients } from "./busy-clients";
import { FaultyUpstream } from "./faulty-upstream";
import { rawRequest } from "./raw-request";

const HAPROXY = ["/usr/sbin/haproxy", "/usr/local/sbin/haproxy"].find((path) => existsSync(path));

/** Mostly cheap, so that many requests are under way; a heavy page now and then. */
const PATHS = [
  ...Array<string[]>(5).fill(["/favicon.svg", "/robots.txt", "/healthz", "/_root.data"]).flat(),
  "/pulsescout/dashboard",
];
const CLIENTS = 24;

/** The restarts go on until so many requests have been answered. */
const REQUESTS = process.env.WHOLE_PROOF === "1" ? 10_000 : 2_000;

/** A busy machine takes its time to start a process. */
const PATIENTLY = { timeout: 20_000 };

let upstream: FaultyUpstream;
let instances: BuiltServer[];
const children: ChildProcess[] = [];

beforeAll(async () => {
  upstream = await FaultyUpstream.start();
  instances = await Promise.all([startInstance(), startInstance()]);
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(instances.map((instance) => instance.kill()));
  await upstream.stop();
});

function startInstance(port?: string): Promise<BuiltServer> {
  const env = {
    SANDBOX: "off",
    CORE_API_URL: upstream.origin,
    AUTH_API_URL: upstream.origin,
    LOG_LEVEL: "warn",
    TRUST_PROXY: "1",
    ...(port !== undefined && { PORT: port }),
  };
  return startBuiltServer({ env });
}

/** The proxy of `compose.yaml`, with this machine's addresses; resolves when it serves. */
async function startProxy(program: string) {
  const port = await freePort();
  const [one, two] = instances.map(({ url }) => `127.0.0.1:${new URL(url).port}`);
  const child = spawn(program, ["-db", "-f", "deploy/haproxy.cfg"], {
    env: { ...process.env, SITE_BIND: `127.0.0.1:${port}`, INSTANCE_1: one, INSTANCE_2: two },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on("line", (line) => lines.push(line));
  }
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(() => rawRequest(url, "/healthz").catch(() => null), PATIENTLY)
    .toMatchObject({ status: 200 });
  return {
    url,
    lines,
    async stop() {
      const left = once(child, "close");
      child.kill("SIGTERM");
      await left;
    },
  };
}

if (HAPROXY === undefined) {
  process.stderr.write(
    "!!! SKIPPED: no haproxy, so no rolling restart behind it. Debian: apt-get install haproxy\n",
  );
}

it.skipIf(HAPROXY === undefined)(
  "instances restarted one after the other behind HAProxy lose no request",
  async () => {
    const proxy = await startProxy(HAPROXY ?? "");
    const clients = startBusyClients(proxy.url, CLIENTS, PATHS);
    await expect.poll(() => clients.answered(), PATIENTLY).toBeGreaterThan(CLIENTS);
    do {
      for (const [index, instance] of instances.entries()) {
        expect(await instance.stop()).toBe(0);
        instances[index] = await startInstance(new URL(instance.url).port);
      }
    } while (clients.answered() < REQUESTS);
    await clients.stop();
    const log = proxy.lines.join("\n");
    await proxy.stop();
    expect(clients.broken).toEqual([]);
    expect([...clients.statuses.keys()]).toEqual([200]);
    // Each was out of rotation for a while, and never both.
    expect(log).toMatch(/one is DOWN/);
    expect(log).toMatch(/two is DOWN/);
    expect(log).not.toMatch(/no server available/);
  },
  120_000 + 60 * REQUESTS,
);
