import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { ChaosProxy } from "../support/chaos-proxy";
import { freePort } from "../support/free-port";
import { startHaproxy } from "../support/haproxy";
import { startWatchedRedis } from "../support/watched-redis";
import { startAccounts } from "./accounts";
import type { History } from "./history";

const SETTINGS = {
  SANDBOX: "off",
  SITE_URL: "https://pulse.example.com",
  SESSION_SECRET: "a secret that all instances share",
  TRUST_PROXY: "1",
  UPSTREAM_TIMEOUT_MS: "2000",
  LOG_LEVEL: "error",
};

export class Instance {
  /** Undefined while the instance is not running. */
  server: BuiltServer | undefined;

  constructor(
    readonly settings: Record<string, string>,
    /** Chaos proxy between HAProxy and this instance. */
    readonly link: ChaosProxy,
  ) {}

  async start(): Promise<void> {
    this.server = await startBuiltServer({ env: this.settings });
    if (!this.link.listens) await this.link.startAgain();
  }

  /** Kills the instance, even if it is frozen. */
  async kill(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    await server?.kill();
    if (this.link.listens) await this.link.stop();
  }
}

export type Site = Awaited<ReturnType<typeof startSite>>;

/** Starts three instances behind the shipped proxy, with Redis, its replica, its sentinel, and the upstreams. */
export async function startSite(history: History) {
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const stopPart of stops.splice(0).reverse()) await stopPart();
  };
  const tracked = async <T extends { stop(): unknown }>(part: Promise<T>): Promise<T> => {
    const started = await part;
    stops.push(() => started.stop());
    return started;
  };
  try {
    const accounts = await startAccounts(history);
    const { port } = await tracked(Promise.resolve(accounts.upstream));
    const redis = await tracked(startWatchedRedis());
    const core = await tracked(ChaosProxy.before(port));
    const auth = await tracked(ChaosProxy.before(port));
    const urls = { CORE_API_URL: core.origin, AUTH_API_URL: auth.origin, REDIS_URL: redis.url };
    const startInstance = async () => {
      const ownPort = await freePort();
      const link = await ChaosProxy.before(ownPort);
      const instance = new Instance({ ...SETTINGS, ...urls, PORT: String(ownPort) }, link);
      stops.push(() => instance.kill());
      await instance.start();
      return instance;
    };
    const instances = await Promise.all([startInstance(), startInstance(), startInstance()]);
    const [first, second, third] = instances;
    const origins = [first.link.origin, second.link.origin, third.link.origin] as const;
    const proxy = await tracked(startHaproxy([...origins], { OUTER_PROXIES: "127.0.0.1" }));
    return { history, accounts, redis, core, auth, instances, proxy, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
