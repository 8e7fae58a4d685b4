import { afterAll, beforeAll, expect, it } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { startBusyClients, type BusyClients } from "./busy-clients";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FormClient } from "../support/form-client";
import { haproxyMissing, startHaproxy, type Haproxy } from "../support/haproxy";
import { rawRequest } from "../support/raw-request";

/** Mostly cheap, so that many requests are under way; a heavy page now and then. */
const PATHS = [
  ...Array<string[]>(5).fill(["/favicon.svg", "/robots.txt", "/healthz", "/_root.data"]).flat(),
  "/pulsescout/dashboard",
];
const CLIENTS = 24;

/** The restarts go on until so many requests have been answered. */
const REQUESTS = process.env.WHOLE_PROOF === "1" ? 10_000 : 2_000;

let upstream: FaultyUpstream;
let instances: BuiltServer[];

beforeAll(async () => {
  upstream = await FaultyUpstream.start();
  instances = await Promise.all([startInstance(), startInstance()]);
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.kill()));
  await upstream.stop();
});

function startInstance(port?: string): Promise<BuiltServer> {
  const env = {
    SANDBOX: "off",
    CORE_API_URL: upstream.origin,
    AUTH_API_URL: upstream.origin,
    LOG_LEVEL: "warn",
    SESSION_SECRET: "a secret that both instances share",
    TRUST_PROXY: "1",
    ...(port !== undefined && { PORT: port }),
  };
  return startBuiltServer({ env });
}

/** A proxy in front of both instances. Its clients come by one proxy more, so that neither TLS nor limits matter. */
function startProxy(env: Record<string, string> = {}): Promise<Haproxy> {
  const [one, two] = instances.map(({ url }) => url);
  return startHaproxy([one ?? "", two ?? ""], { OUTER_PROXIES: "127.0.0.1", ...env });
}

/** The same, with clients that are being answered. */
async function startBusyProxy(): Promise<{ proxy: Haproxy; clients: BusyClients }> {
  const proxy = await startProxy({ REQUESTS_PER_NETWORK: "1000000" });
  const clients = startBusyClients(proxy.url, CLIENTS, PATHS);
  await expect.poll(() => clients.answered()).toBeGreaterThan(CLIENTS);
  return { proxy, clients };
}

it.skipIf(haproxyMissing)(
  "nobody chooses a request's number or trace through HAProxy",
  async () => {
    const proxy = await startProxy();
    const id = "visitor-chose-this";
    const trace = "0af7651916cd43dd8448eb211c80319c";
    const headers = { "X-Request-Id": id, traceparent: `00-${trace}-b7ad6b7169203331-01` };
    const dashboard = "/pulsescout/dashboard?tab=trip&page=7";
    const answer = await rawRequest(proxy.url, dashboard, { headers });
    await proxy.stop();
    expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f]{16}$/);
    const traces = upstream.calls.map((call) => String(call.headers.traceparent));
    expect(traces.length).toBeGreaterThan(0);
    expect(traces.filter((one) => one.includes(trace))).toEqual([]);
  },
  60_000,
);

it.skipIf(haproxyMissing)(
  "two presses of one form meet in one instance behind HAProxy, and are one call",
  async () => {
    const SEND = "/auth/whatsapp/send-otp";
    upstream.set(SEND, { kind: "json", json: { sessionId: "s-1", message: "sent" }, delayMs: 200 });
    const proxy = await startProxy({ BALANCE: "leastconn" });
    const people = Array.from({ length: 8 }, (_, index) => index);
    const statuses = await Promise.all(
      people.map(async (person) => {
        const client = new FormClient(proxy.url, `203.0.113.${person + 1}`);
        await client.open("/pulsescout/delete-user");
        const press = () => client.submit("intent", "send", { phone: `981726354${person}` });
        return Promise.all([press(), press()]);
      }),
    );
    await proxy.stop();
    const shown = statuses.flat().map(({ status, html }) => [status, html.includes("Verify OTP")]);
    expect(shown).toEqual(
      people.flatMap(() => [
        [200, true],
        [200, true],
      ]),
    );
    expect(upstream.count(SEND)).toBe(people.length);
  },
  60_000,
);

it.skipIf(haproxyMissing)(
  "an instance that is killed loses no page behind HAProxy",
  async () => {
    const { proxy, clients } = await startBusyProxy();
    const log = () => proxy.lines.join("\n");
    for (const [index, instance] of instances.entries()) {
      const name = index === 0 ? "one" : "two";
      await instance.kill();
      // One that is back between two health checks would never be missed.
      await expect.poll(log).toContain(`${name} is DOWN`);
      instances[index] = await startInstance(new URL(instance.url).port);
      // The other one is killed only when this one is asked again.
      await expect.poll(log).toContain(`${name} is UP`);
    }
    await clients.stop();
    await proxy.stop();
    // Half an answer cannot be taken back.
    expect(clients.broken.filter((what) => !what.startsWith("cut: "))).toEqual([]);
    expect([...clients.statuses.keys()]).toEqual([200]);
  },
  120_000,
);

it.skipIf(haproxyMissing)(
  "instances restarted one after the other behind HAProxy lose no request",
  async () => {
    const { proxy, clients } = await startBusyProxy();
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
