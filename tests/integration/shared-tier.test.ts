import { describe, expect, it, vi } from "vitest";
import type { Query } from "server/cache/query.server";
import { createRedisTier, type RedisTier, storedVersion } from "server/cache/redis-tier.server";
import type { Claim, SharedUpdate } from "server/cache/shared-tier.server";
import { defaultKeys, isTyped, storedShapes, tripsKey } from "server/dashboard/resources.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { redisMissing } from "../support/redis-server";
import { useRedis, WITHIN } from "../support/use-redis";

const KEY = "filters";
const PREFIX = `pulse:1:0:cache:${storedVersion(storedShapes)}:`;
/** Longer than any test takes: leases and cool-downs end only when the test calls `pass`. */
const FETCH_MS = 300_000;
const COOL_MS = 200_000;

const fetch = () => Promise.reject(new Error("a tier fetches nothing itself"));
const queryOf = (key: string, resource = "filters"): Query => ({
  resource,
  key,
  freshMs: 300_000,
  fetch,
});
const query = queryOf(KEY);
const old = { ...query, freshMs: 0 };
const value = { countries: [{ name: "India", count: 3 }] };
const page = {
  trips: [],
  pagination: {
    currentPage: 1,
    itemsPerPage: 12,
    totalItems: 0,
    hasPrevPage: false,
    hasNextPage: false,
  },
};
const error = new UpstreamError("http", "HTTP error 503: away", { status: 503 });

function leaseOf(claim: Claim) {
  if (claim.claim !== "granted") throw new Error(`The lease is ${claim.claim}`);
  return claim.lease;
}

describe.skipIf(redisMissing)("instances that share a Redis", () => {
  const redis = useRedis();

  /** Simulates the passing of time: Redis uses the machine's clock, so the stored times are moved back. */
  async function pass(ms: number): Promise<void> {
    const { server } = redis;
    const [record, lease] = [`${PREFIX}record:${KEY}`, `${PREFIX}lease:${KEY}`];
    for (const field of ["at", "until"]) {
      if (await server.command("HEXISTS", record, field))
        await server.command("HINCRBY", record, field, -ms);
    }
    const left = Number(await server.command("PTTL", lease)) - ms;
    await server.command("PEXPIRE", lease, left);
  }

  /** Two instances and the news that each receives. */
  async function start() {
    const [a, b] = [await redis.connect(), await redis.connect()].map((connection) =>
      createRedisTier({
        redis: connection,
        fetchMs: FETCH_MS,
        shapes: storedShapes,
        defaultKeys,
        isTyped,
      }),
    ) as [RedisTier, RedisTier]; // two in, two out
    const received: { a: SharedUpdate[]; b: SharedUpdate[] } = { a: [], b: [] };
    a.onNews((news) => received.a.push(news));
    b.onNews((news) => received.b.push(news));
    const channel = `${PREFIX}news`;
    await vi.waitFor(async () => {
      expect(await redis.server.command("PUBSUB", "NUMSUB", channel)).toEqual([channel, 2]);
    }, WITHIN);
    return { a, b, received };
  }

  it("share the first answer, and grant one lease at a time", async () => {
    const { a, b, received } = await start();
    const nothing = { entry: null, failure: null };
    expect(await b.look(query, false)).toEqual({ ...nothing, claim: "free" });
    const lease = leaseOf(await a.claim(query));
    for (const result of [await b.look(query, false), await b.claim(query)]) {
      expect(result).toEqual({ ...nothing, claim: "held-elsewhere" });
    }
    lease.succeed({ value, asOf: 5, known: false });
    await vi.waitFor(() => expect(received.b).toHaveLength(1), WITHIN);
    const entry = { id: lease.id, value, asOf: 5 };
    expect(received.b).toMatchObject([
      { resource: "filters", key: KEY, newer: false, entry, failure: null },
    ]);
    expect(received.a).toEqual([]);
    const claim = await b.claim(query);
    expect(claim).toMatchObject({ claim: "not-needed", failure: null, entry: { value, asOf: 5 } });
    expect(claim.entry?.id).toBe(lease.id);
    expect(claim.entry?.ageMs).toBeLessThan(query.freshMs);
    expect(await b.look(query, true)).toMatchObject({ claim: "not-needed", entry: { value } });
    expect((await b.claim(old)).claim).toBe("granted");
    expect((await a.claim(old)).claim).toBe("held-elsewhere");
  });

  it("report whether an answer replaced an older one", async () => {
    const { a, b, received } = await start();
    leaseOf(await a.claim(old)).succeed({ value, asOf: 5, known: false });
    await vi.waitFor(() => expect(received.b).toHaveLength(1), WITHIN);
    leaseOf(await b.claim(old)).succeed({ value, asOf: 6, known: false });
    await vi.waitFor(() => expect(received.a).toHaveLength(1), WITHIN);
    leaseOf(await a.claim({ ...old, key: "other" })).succeed({ value, asOf: 7, known: true });
    await vi.waitFor(() => expect(received.b).toHaveLength(2), WITHIN);
    expect([received.b[0], received.a[0], received.b[1]].map((news) => news?.newer)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("share a failure and the earlier answer during its cool-down, and its count afterwards", async () => {
    const { a, b, received } = await start();
    leaseOf(await a.claim(old)).succeed({ value, asOf: 5, known: false });
    await vi.waitFor(() => expect(received.b).toHaveLength(1), WITHIN);
    leaseOf(await a.claim(old)).fail({ error, count: 3, coolMs: COOL_MS });
    await vi.waitFor(() => expect(received.b).toHaveLength(2), WITHIN);
    expect(received.b[1]).toMatchObject({ newer: false, failure: { count: 3, error } });
    const claim = await b.claim(old);
    expect(claim).toMatchObject({ claim: "not-needed", entry: { value }, failure: { count: 3 } });
    expect(claim.failure?.error).toMatchObject({
      name: "UpstreamError",
      kind: "http",
      message: "HTTP error 503: away",
      status: 503,
      sent: true,
    });
    expect(claim.failure?.coolMs).toBeGreaterThan(0);
    await pass(COOL_MS);
    const later = await b.claim(old);
    expect(later.failure).toMatchObject({ count: 3, coolMs: 0 });
    leaseOf(later).succeed({ value, asOf: 8, known: true });
    await vi.waitFor(() => expect(received.a).toHaveLength(1), WITHIN);
    expect((await a.claim(query)).failure).toBeNull();
  });

  it("can release a lease", async () => {
    const { a, b } = await start();
    leaseOf(await a.claim(query)).release();
    await vi.waitFor(async () => expect((await b.claim(query)).claim).toBe("granted"), WITHIN);
  });

  it("grant the lease of a dead holder to another instance, and ignore results under the old lease", async () => {
    const { a, b, received } = await start();
    const first = leaseOf(await a.claim(query));
    expect((await b.claim(query)).claim).toBe("held-elsewhere");
    await pass(FETCH_MS + 1000);
    const second = leaseOf(await b.claim(query));
    first.succeed({ value: { countries: [] }, asOf: 1, known: true });
    first.fail({ error, count: 1, coolMs: 1000 });
    first.release();
    second.succeed({ value, asOf: 2, known: true });
    await vi.waitFor(() => expect(received.a).toHaveLength(1), WITHIN);
    expect(received.b).toEqual([]);
    expect(await a.claim(query)).toMatchObject({
      entry: { value, asOf: 2 },
      failure: null,
    });
  });

  it("drop the answers that visitors chose longest ago, and keep those of the default views", async () => {
    const { a, received } = await start();
    const store = async (key: string, stored: number) => {
      leaseOf(await a.claim(queryOf(key))).succeed({ value, asOf: 5, known: false });
      await vi.waitFor(() => expect(received.b).toHaveLength(stored), WITHIN);
    };
    await store("filters", 1);
    await store("chosen first", 2);
    const others = Array.from({ length: 5_000 }, (_, index) => [9e15, `other ${index}`]).flat();
    await redis.server.command("ZADD", `${PREFIX}index`, ...others);
    await store("chosen last", 3);
    const kept = (await redis.server.command("KEYS", `${PREFIX}record:*`)) as string[];
    expect(kept).not.toContain(`${PREFIX}record:chosen first`);
    expect(kept).toContain(`${PREFIX}record:filters`);
    expect(await redis.server.command("ZCARD", `${PREFIX}index`)).toBe(5_000);
  });

  it("keep a bounded number of failures without typed text, and never drop an answer for a failure", async () => {
    const { a, b, received } = await start();
    const wallet = `0x${"ab".repeat(20)}`;
    const keyOf = (index: number) => tripsKey({ q: `${wallet}${index}`, page: 1 });
    const refuse = async (key: string) => {
      const message = `HTTP error 404: no trips of ${wallet}`;
      const error = new UpstreamError("http", message, { status: 404 });
      leaseOf(await a.claim(queryOf(key, "trips"))).fail({ error, count: 1, coolMs: 0 });
    };
    await redis.server.command("CONFIG", "SET", "maxmemory", "8mb");
    await refuse(keyOf(0));
    leaseOf(await a.claim(queryOf(keyOf(0), "trips"))).succeed({
      value: page,
      asOf: 5,
      known: true,
    });
    for (let index = 1; index <= 1_500; index += 1) await refuse(keyOf(index));
    await vi.waitFor(() => expect(received.b).toHaveLength(1_502), WITHIN);
    expect(received.b.at(-1)?.failure?.error.message).toBe("HTTP error 404: Not Found");
    const keys = (await redis.server.command("KEYS", `${PREFIX}*`)) as string[];
    // Both indexes, the failures, and the answer.
    expect(keys).toHaveLength(2 + 1_000 + 1);
    expect(keys.filter((key) => key.includes(wallet))).toEqual([]);
    const last = await redis.server.command("HGET", `${PREFIX}record:${keyOf(1_500)}`, "failure");
    expect(last).not.toContain(wallet);
    expect(await b.claim(queryOf(keyOf(0), "trips"))).toMatchObject({ entry: { value: page } });
  });

  it("read stored answers, and fetch without coordination, while Redis is full", async () => {
    const { a, b, received } = await start();
    leaseOf(await a.claim(query)).succeed({ value, asOf: 5, known: false });
    await vi.waitFor(() => expect(received.b).toHaveLength(1), WITHIN);
    await redis.server.command("CONFIG", "SET", "maxmemory", "1");
    expect(await b.claim(query)).toMatchObject({ claim: "not-needed", entry: { value } });
    for (const one of [a, b]) expect((await one.claim(old)).claim).toBe("granted");
  });
});
