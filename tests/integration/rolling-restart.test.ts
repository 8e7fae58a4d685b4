import { Agent } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { haproxyMissing, startHaproxy, type Haproxy } from "../support/haproxy";
import { rawRequest } from "../support/raw-request";

/** Mostly cheap paths, so that many requests are in flight, and one expensive page. */
const PATHS = [
  ...Array<string[]>(5).fill(["/favicon.svg", "/robots.txt", "/healthz", "/_root.data"]).flat(),
  "/pulsescout/dashboard",
];
const CLIENTS = 12;

/** Starts clients that each send one request after the other over a kept connection, until they are stopped. */
function startClients(origin: string) {
  let stopped = false;
  const answered: number[] = [];
  const broken: string[] = [];
  async function client(index: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = index; !stopped; turn += 1) {
      await rawRequest(origin, PATHS[turn % PATHS.length] ?? "", { agent }).then(
        ({ status }) => answered.push(status),
        (error: Error) => broken.push(error.message),
      );
    }
    agent.destroy();
  }
  const ended = Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  const stop = () => {
    stopped = true;
    return ended;
  };
  return { answered, broken, stop };
}

describe.skipIf(haproxyMissing)("two instances behind HAProxy", () => {
  let upstream: FaultyUpstream;
  let instances: [one: BuiltServer, two: BuiltServer];
  let proxy: Haproxy;

  beforeAll(async () => {
    upstream = await FaultyUpstream.start();
    instances = await Promise.all([startInstance(), startInstance()]);
    // The clients act as an outer proxy, so that neither TLS nor limits matter.
    const env = { OUTER_PROXIES: "127.0.0.1", REQUESTS_PER_NETWORK: "1000000" };
    proxy = await startHaproxy([instances[0].url, instances[1].url], env);
  });
  afterAll(async () => {
    await proxy.stop();
    await Promise.all(instances.map((instance) => instance.kill()));
    await upstream.stop();
  });

  function startInstance(before?: BuiltServer): Promise<BuiltServer> {
    const env = {
      ...upstream.settings,
      LOG_LEVEL: "warn",
      SESSION_SECRET: "a secret that both instances share",
      TRUST_PROXY: "1",
      ...(before && { PORT: new URL(before.url).port }),
    };
    return startBuiltServer({ env });
  }

  const log = () => proxy.lines.join("\n");

  it("lose no request when the proxy reloads or the instances restart in turn, and only cut-off responses when one is killed", async () => {
    const clients = startClients(proxy.url);
    const waitForResponses = async () => {
      const before = clients.answered.length;
      await expect.poll(() => clients.answered.length).toBeGreaterThan(before + 10 * CLIENTS);
    };
    await waitForResponses();
    process.kill(proxy.pid ?? 0, "SIGUSR2");
    await expect.poll(() => log().split("Loading success")).toHaveLength(3);
    for (const [index, instance] of instances.entries()) {
      await waitForResponses();
      expect(await instance.stop()).toBe(0);
      instances[index] = await startInstance(instance);
      await expect.poll(log).toContain(`${index === 0 ? "one" : "two"} is UP`);
    }
    expect(clients.broken).toEqual([]);

    await waitForResponses();
    const linesBefore = proxy.lines.length;
    await instances[1].kill();
    await expect.poll(() => proxy.lines.slice(linesBefore).join("\n")).toContain("two is DOWN");
    await waitForResponses();
    await clients.stop();
    // When an instance is killed, the rest of its responses in flight is lost.
    expect(clients.broken.filter((error) => error !== "aborted")).toEqual([]);
    expect([...new Set(clients.answered)]).toEqual([200]);
    // Each instance was out of rotation for a while, but never both at once.
    for (const name of ["one", "two"]) expect(log()).toContain(`${name} is DOWN`);
    expect(log()).not.toContain("no server available");
  });
});
