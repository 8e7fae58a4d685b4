import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { storedVersion } from "server/cache/serialization.server";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { redisMissing, RedisServer } from "../support/redis-server";
import { TcpProxy } from "./tcp-proxy";

const WITHIN = { timeout: 60_000, interval: 50 };
const INSTANCES = 3;
const FLEET = "?tab=fleet-overview";
const TRIPS = "?tab=trip";
/** In front of what is shared of them. */
const FIGURES = `pulse:1:0:figures-*:cache:${storedVersion}:`;
/** Lists that no other test opens. */
const LISTS = ["page=2", "country=India", "country=Germany", "country=Italy"].map(
  (choice) => `${TRIPS}&${choice}`,
);

/** What one instance asks for: metrics, four charts, a page of trips, the list of countries. */
const CALLS_OF_ONE = 7;

// What one test has asked for is cached for the next.
describe.skipIf(redisMissing)("three instances that share a Redis", { shuffle: false }, () => {
  let redis: RedisServer;
  let proxy: TcpProxy;
  let upstream: FaultyUpstream;
  let servers: BuiltServer[];

  beforeAll(async () => {
    redis = await RedisServer.start();
    proxy = await TcpProxy.start(redis.port);
    upstream = await FaultyUpstream.start();
    servers = await Promise.all(
      Array.from({ length: INSTANCES }, () =>
        startBuiltServer({
          env: {
            SANDBOX: "off",
            CORE_API_URL: upstream.coreApiUrl,
            AUTH_API_URL: upstream.origin,
            REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
          },
        }),
      ),
    );
    await everyoneUsesRedis();
    upstream.reset();
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await upstream.stop();
    await proxy.stop();
    await redis.stop();
  });

  const dashboard = (server: BuiltServer, query: string) =>
    fetch(`${server.url}/pulsescout/dashboard${query}`);

  async function everyoneUsesRedis(): Promise<void> {
    await vi.waitFor(async () => {
      for (const { url } of servers) {
        expect(await (await fetch(`${url}/readyz`)).text()).toMatch(/"redis","state":"up"/);
      }
      const channels = await redis.command("PUBSUB", "CHANNELS", `${FIGURES}news`);
      const [channel = ""] = channels as string[];
      expect(await redis.command("PUBSUB", "NUMSUB", channel)).toEqual([channel, INSTANCES]);
    }, WITHIN);
  }

  const record = (key: string) => `${FIGURES}record:${key}`;
  /**
   * Opens lists of trips until one has been stored: what a busy machine keeps from Redis stays with the instance.
   *
   * @param lists their queries; those that were opened are gone from them
   * @returns the query of the one that is stored, and its key
   */
  async function openStored(
    server: BuiltServer,
    lists: string[],
  ): Promise<{ query: string; key: string }> {
    for (let query = lists.shift(); query !== undefined; query = lists.shift()) {
      const before = await unshared();
      expect((await dashboard(server, query)).status).toBe(200);
      const parameters = query
        .slice(1)
        .split("&")
        .filter((one) => one !== "tab=trip");
      // A page is answered before what it shows has been stored.
      const key = await vi.waitFor(async () => {
        const keys = (await redis.command("KEYS", record("trips*"))) as string[];
        const found = keys.find((one) => parameters.every((part) => one.includes(part)));
        if (found === undefined && (await unshared()) === before) throw new Error("not yet stored");
        return found;
      }, WITHIN);
      if (key !== undefined) return { query, key };
    }
    throw new Error("nothing could be stored");
  }
  /** Makes an answer that is shared older by an hour. */
  const age = (key: string) => redis.command("HINCRBY", key, "at", -3_600_000);

  async function eventsOf(server: BuiltServer, query: string) {
    const url = `${server.url}/pulsescout/dashboard/events${query}`;
    const request = get(url);
    const [stream] = (await once(request, "response")) as [IncomingMessage];
    const names: string[] = [];
    const lines = createInterface({ input: stream }).on("line", (line) => {
      if (line.startsWith("data: ")) names.push(line.slice("data: ".length));
    });
    // A server that ends before the test does is told of by the test.
    for (const end of [request, stream, lines]) end.on("error", () => undefined);
    return { names, close: () => stream.destroy() };
  }

  /** How often a busy machine kept an instance from Redis, which then asked the upstream for itself. */
  async function unshared(): Promise<number> {
    const pages = await Promise.all(servers.map(({ url }) => fetch(`${url}/metrics`)));
    const texts = await Promise.all(pages.map((page) => page.text()));
    const counts = texts
      .flatMap((text) => text.split("\n"))
      .filter((line) => /^redis_operation_duration_seconds_count\{operation="cache-/.test(line))
      .filter((line) => !/outcome="(ok|slow)"/.test(line));
    return counts.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  }

  /**
   * Opens a list that one instance has stored on all of them, and makes another refresh it; one more list where a busy
   * machine keeps that one from Redis, so that it fetches instead.
   *
   * @returns the list's query, its streams, and how often Redis had been out of reach before
   */
  async function openRefreshed(stores: BuiltServer, refreshes: BuiltServer) {
    const lists = [...LISTS];
    for (;;) {
      const { query, key } = await openStored(stores, lists);
      upstream.reset();
      const before = await unshared();
      const streams = await Promise.all(servers.map((server) => eventsOf(server, query)));
      await age(key);
      const timing = (await dashboard(refreshes, query)).headers.get("server-timing") ?? "";
      if (timing.includes("refreshing")) return { query, before, streams };
      expect(await unshared(), `Redis was in reach, and yet: ${timing}`).toBeGreaterThan(before);
      for (const { close } of streams) close();
    }
  }

  it("are seen by each other on the operators' page", async () => {
    const pages = servers.map((server) => dashboard(server, "/status"));
    for (const page of await Promise.all(pages)) expect(page.status).toBe(200);
    // A busy machine may keep one of them from saying at once that it is there.
    await vi.waitFor(async () => {
      const html = await (await dashboard(servers[0] as BuiltServer, "/status")).text();
      const [, table = ""] =
        /<caption[^>]*>Instances seen<\/caption>(.*?)<\/table>/s.exec(html) ?? [];
      expect(table.match(/<tr\b/g)).toHaveLength(1 + INSTANCES);
      expect(html).toMatch(/Redis<\/dt>.*?Up</s);
    }, WITHIN);
  });

  it("ask the upstream what one would, however many visitors they have", async () => {
    const visits = servers.map(async (server) => {
      const statuses: number[] = [];
      for (let visit = 0; visit < 10; visit++) {
        const tabs = [FLEET, TRIPS].map((query) => dashboard(server, query));
        for (const { status } of await Promise.all(tabs)) statuses.push(status);
      }
      return statuses;
    });
    expect(new Set((await Promise.all(visits)).flat())).toEqual(new Set([200]));
    expect(new Set(upstream.calls.map(({ path }) => path)).size).toBe(CALLS_OF_ONE);
    expect(upstream.count()).toBeLessThanOrEqual(CALLS_OF_ONE + (await unshared()));
  });

  it("tell the dashboards that are open on all of them of a refresh on one, once", async () => {
    const [first, second] = servers;
    if (!first || !second) throw new Error("no servers");
    const { query, before, streams } = await openRefreshed(first, second);
    const expectOneRefresh = async () => {
      expect(upstream.count()).toBeGreaterThanOrEqual(1);
      expect(upstream.count()).toBeLessThanOrEqual(1 + (await unshared()) - before);
    };
    const heard = () => streams.map(({ names }) => names);
    await vi.waitFor(() => {
      expect(heard()).toEqual(Array(INSTANCES).fill(["trips"]));
    }, WITHIN);
    await expectOneRefresh();
    // Whoever is told asks, and nothing more is told.
    for (const server of servers) {
      const timing = (await dashboard(server, query)).headers.get("server-timing");
      expect(timing).toMatch(/page;desc="fresh, \d s old"/);
    }
    expect(heard()).toEqual(Array(INSTANCES).fill(["trips"]));
    await expectOneRefresh();
    for (const { close } of streams) close();
  });

  it("answer in time while Redis is slow, cut off and emptied, each as if it were alone", async () => {
    upstream.reset();
    const fresh = (page: number) =>
      Promise.all(servers.map((server) => dashboard(server, `?tab=trip&page=${page}`)));
    const failed = (answers: Response[]) => answers.filter(({ status }) => status !== 200);
    proxy.passage = { delayMs: 2_000 };
    expect(failed(await fresh(1))).toEqual([]);
    expect(failed(await fresh(3))).toEqual([]);
    expect(upstream.count("/trips")).toBe(INSTANCES);
    proxy.passage = "cut";
    expect(failed(await fresh(3))).toEqual([]);
    proxy.passage = { delayMs: 0 };
    await redis.kill();
    await redis.startAgain();
    await everyoneUsesRedis();
    upstream.reset();
    const before = await unshared();
    const [one, ...others] = servers;
    if (!one) throw new Error("no server");
    await dashboard(one, "?tab=trip&q=trip-1");
    for (const other of others) await dashboard(other, "?tab=trip&q=trip-1");
    const alone = (await unshared()) - before;
    expect(upstream.count("/trips/search")).toBeLessThanOrEqual(1 + alone);
  });
});
