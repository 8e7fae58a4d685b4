import { Agent } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { haproxyMissing, startHaproxy } from "../support/haproxy";
import { rawRequest } from "../support/raw-request";

const PATHS = ["/favicon.svg", "/robots.txt", "/_root.data", "/pulsescout/dashboard"];
const CLIENTS = 3;

/** Starts clients that send one request after the other over a kept connection, until they are stopped. */
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
      await delay(60); // leaves the processor to the servers
    }
    agent.destroy();
  }
  const ended = Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  onTestFinished(async () => {
    stopped = true;
    await ended;
  });
  return { answered, broken };
}

it.skipIf(haproxyMissing)(
  "two instances behind HAProxy lose no request when one restarts",
  async () => {
    const upstream = await FaultyUpstream.start();
    const settings = {
      ...upstream.settings,
      LOG_LEVEL: "warn",
      SESSION_SECRET: "a secret that both instances share",
      TRUST_PROXY: "1",
    };
    const start = (env = {}) => startBuiltServer({ env: { ...settings, ...env } });
    const instances: [BuiltServer, BuiltServer] = await Promise.all([start(), start()]);
    // The clients act as an outer proxy, so that neither TLS nor limits matter.
    const env = { OUTER_PROXIES: "127.0.0.1", REQUESTS_PER_NETWORK: "1000000" };
    const proxy = await startHaproxy([instances[0].url, instances[1].url], env);
    onTestFinished(async () => {
      await proxy.stop();
      await Promise.all(instances.map((instance) => instance.kill()));
      await upstream.stop();
    });
    const log = () => proxy.lines.join("\n");
    const { answered, broken } = startClients(proxy.url);
    const moreAnswers = async () => {
      const before = answered.length;
      await expect.poll(() => answered.length).toBeGreaterThan(before + 20 * CLIENTS);
    };
    await moreAnswers();
    expect(await instances[0].stop()).toBe(0);
    await expect.poll(log).toContain("one is DOWN");
    await moreAnswers();
    instances[0] = await start({ PORT: new URL(instances[0].url).port });
    await expect.poll(log).toContain("one is UP");
    await moreAnswers();
    expect(broken).toEqual([]);
    expect([...new Set(answered)]).toEqual([200]);
    expect(log()).not.toMatch(/two is DOWN|no server available/);
  },
);
