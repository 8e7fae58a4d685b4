import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { freePort } from "../support/free-port";
import { ChaosProxy } from "../support/chaos-proxy";
import { startHaproxy, type Haproxy } from "../support/haproxy";
import { startWatchedRedis } from "../support/watched-redis";
import type { History } from "./history";
import { PhoneAccounts } from "./phone-accounts";
import { INSTANCES } from "./plan";

export type WatchedRedis = Awaited<ReturnType<typeof startWatchedRedis>>;

/** One instance, and the connections to it and from it that can be cut. */
export interface Instance {
  links: { instance: ChaosProxy[]; redis: ChaosProxy[]; sentinel: ChaosProxy[] };
  /** Undefined while it is dead. */
  server: BuiltServer | undefined;
  /** Resolves when it is ready. */
  start(options?: { fullDisk: boolean }): Promise<void>;
  kill(): Promise<void>;
  /** Sets its clock ahead by so many seconds. */
  setClock(seconds: number): void;
}

/** Everything that a torture run needs, running. */
export interface Site {
  origin: string;
  proxy: Haproxy;
  accounts: PhoneAccounts;
  redis: WatchedRedis;
  instances: Instance[];
  /** From all instances: these go by one address. */
  links: { core: ChaosProxy[]; auth: ChaosProxy[] };
  stop(): Promise<void>;
}

/** Starts three instances behind the shipped proxy, with Redis, its replica and its sentinel, and the upstreams. */
export async function startSite(history: History): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), "pulse-torture-"));
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  const kept = async <T extends { stop(): unknown }>(starting: Promise<T>): Promise<T> => {
    const started = await starting;
    stops.push(() => started.stop());
    return started;
  };
  try {
    const accounts = await PhoneAccounts.start(history);
    stops.push(() => accounts.upstream.stop());
    const redis = await kept(startWatchedRedis());
    const [core, auth] = await Promise.all([
      kept(ChaosProxy.before(accounts.upstream.port)),
      kept(ChaosProxy.before(accounts.upstream.port)),
    ]);
    const env = {
      SANDBOX: "off",
      SITE_URL: "https://pulse.example.com",
      CORE_API_URL: core.origin,
      AUTH_API_URL: auth.origin,
      CONTACT_FORM_URL: accounts.contactFormUrl,
      CONTACT_FORM_ACCESS_KEY: "key",
      SESSION_SECRET: "a secret that all instances share",
      LANGUAGES: "en,hi",
      TRUST_PROXY: "1",
      UPSTREAM_TIMEOUT_MS: "2000",
      LOG_LEVEL: "error",
    };
    const instances = await Promise.all(
      Array.from({ length: INSTANCES }, async (_, index) => {
        const instance = await prepare(join(folder, `clock-${index}`), env, redis, kept);
        stops.push(() => instance.kill());
        await instance.start();
        return instance;
      }),
    );
    const [one = "", two = "", ...more] = instances.map(
      ({ links }) => links.instance[0]?.origin ?? "",
    );
    const proxy: Haproxy = await kept(
      startHaproxy([one, two, ...more], { OUTER_PROXIES: "127.0.0.1" }),
    );
    const links = { core: [core], auth: [auth] };
    return { origin: proxy.url, proxy, accounts, redis, instances, links, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function prepare(
  clock: string,
  env: Record<string, string>,
  redis: WatchedRedis,
  kept: (proxy: Promise<ChaosProxy>) => Promise<ChaosProxy>,
): Promise<Instance> {
  const port = await freePort();
  const inward = await kept(ChaosProxy.before(port));
  const first = await kept(ChaosProxy.before(redis.primary.port));
  const second = await kept(ChaosProxy.before(redis.replica.port));
  // What the sentinel says of either leads through the instance's own connection.
  const sentinel = await kept(
    ChaosProxy.before(redis.sentinel.port, (answer) =>
      Buffer.from(
        answer
          .toString("latin1")
          .replaceAll(String(redis.primary.port), String(first.port))
          .replaceAll(String(redis.replica.port), String(second.port)),
        "latin1",
      ),
    ),
  );
  const settings = {
    ...env,
    PORT: String(port),
    REDIS_URL: redis.urlOf([sentinel.port]),
    CLOCK_FILE: clock,
    NODE_OPTIONS: `--import=${resolve("tests/torture/jumping-clock.js")}`,
  };
  const setClock = (seconds: number) => writeFileSync(clock, String(seconds));
  setClock(0);
  const instance: Instance = {
    links: { instance: [inward], redis: [first, second], sentinel: [sentinel] },
    server: undefined,
    setClock,
    async start({ fullDisk } = { fullDisk: false }) {
      const level = fullDisk ? { LOG_LEVEL: "info" } : {};
      instance.server = await startBuiltServer({ env: { ...settings, ...level }, fullDisk });
      if (!inward.listens) await inward.startAgain();
    },
    async kill() {
      const { server } = instance;
      instance.server = undefined;
      // A process that is frozen dies all the same.
      await server?.kill();
      if (inward.listens) await inward.stop();
    },
  };
  return instance;
}
