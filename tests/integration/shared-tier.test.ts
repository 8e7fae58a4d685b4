import { describe, expect, it, vi } from "vitest";
import { tripsKey } from "server/dashboard/cache-keys.server";
import { MAX_AGE_MS, policies } from "server/dashboard/freshness-policies.server";
import { createRedisTier } from "server/cache/redis-tier.server";
import type { Claim, SharedNews, SharedTier } from "server/cache/shared-tier.server";
import { storedVersion } from "server/cache/serialization.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { SharedMemory } from "../support/shared-memory";
import { redisMissing } from "../support/redis-server";
import { useRedis, WITHIN } from "../support/use-redis";

const KEY = "filters";
const PREFIX = `pulse:1:0:cache:${storedVersion}:`;
/** Longer than any machine takes for a test: what ends by time ends when the test says so. */
const FETCH_MS = 300_000;
const COOL_MS = 200_000;

const { filters: policy, trips } = policies;
const old = { ...policy, freshMs: 0 };
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
  if (claim.turn !== "ours") throw new Error(`it is ${claim.turn} turn`);
  return claim.lease;
}

/** Two instances and what each hears. */
interface Pair {
  a: SharedTier;
  b: SharedTier;
  heard: { a: SharedNews[]; b: SharedNews[] };
  /** Makes the shared store older by so many milliseconds. */
  pass: (ms: number) => Promise<void> | void;
}

function listening(a: SharedTier, b: SharedTier, pass: Pair["pass"]): Pair {
  const heard: Pair["heard"] = { a: [], b: [] };
  a.onNews((news) => heard.a.push(news));
  b.onNews((news) => heard.b.push(news));
  return { a, b, heard, pass };
}

/** The promises that the memory which stands in for Redis in the tests on a fake clock makes as well. */
function promises(start: () => Promise<Pair>) {
  it("gives the first answer to everybody, and one lease at a time", async () => {
    const { a, b, heard } = await start();
    const nothing = { entry: null, failure: null };
    expect(await b.look(policy, KEY, false)).toEqual({ ...nothing, turn: "free" });
    const lease = leaseOf(await a.claim(policy, KEY));
    for (const known of [await b.look(policy, KEY, false), await b.claim(policy, KEY)]) {
      expect(known).toEqual({ ...nothing, turn: "another's" });
    }
    lease.succeed({ value, asOf: 5, known: false });
    await vi.waitFor(() => expect(heard.b).toHaveLength(1), WITHIN);
    const entry = { id: lease.id, value, asOf: 5 };
    expect(heard.b).toMatchObject([
      { resource: "filters", key: KEY, newer: false, entry, failure: null },
    ]);
    expect(heard.a).toEqual([]);
    const known = await b.claim(policy, KEY);
    expect(known).toMatchObject({ turn: "nobody's", failure: null, entry: { value, asOf: 5 } });
    expect(known.entry?.id).toBe(lease.id);
    expect(known.entry?.ageMs).toBeLessThan(policy.freshMs);
    expect(await b.look(policy, KEY, true)).toMatchObject({ turn: "nobody's", entry: { value } });
    expect((await b.claim(old, KEY)).turn).toBe("ours");
    expect((await a.claim(old, KEY)).turn).toBe("another's");
  });

  it("tells whether something took the place of what was known", async () => {
    const { a, b, heard } = await start();
    leaseOf(await a.claim(old, KEY)).succeed({ value, asOf: 5, known: false });
    await vi.waitFor(() => expect(heard.b).toHaveLength(1), WITHIN);
    leaseOf(await b.claim(old, KEY)).succeed({ value, asOf: 6, known: false });
    await vi.waitFor(() => expect(heard.a).toHaveLength(1), WITHIN);
    leaseOf(await a.claim(old, "other")).succeed({ value, asOf: 7, known: true });
    await vi.waitFor(() => expect(heard.b).toHaveLength(2), WITHIN);
    expect([heard.b[0], heard.a[0], heard.b[1]].map((news) => news?.newer)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("shares a failure while it cools down, beside the answer from before, and its count after that", async () => {
    const { a, b, heard, pass } = await start();
    leaseOf(await a.claim(old, KEY)).succeed({ value, asOf: 5, known: false });
    await vi.waitFor(() => expect(heard.b).toHaveLength(1), WITHIN);
    leaseOf(await a.claim(old, KEY)).fail({ error, count: 3, coolMs: COOL_MS });
    await vi.waitFor(() => expect(heard.b).toHaveLength(2), WITHIN);
    expect(heard.b[1]).toMatchObject({ newer: false, failure: { count: 3, error } });
    const claim = await b.claim(old, KEY);
    expect(claim).toMatchObject({ turn: "nobody's", entry: { value }, failure: { count: 3 } });
    expect(claim.failure?.error).toMatchObject({
      name: "UpstreamError",
      kind: "http",
      message: "HTTP error 503: away",
      status: 503,
      sent: true,
    });
    expect(claim.failure?.coolMs).toBeGreaterThan(0);
    await pass(COOL_MS);
    const later = await b.claim(old, KEY);
    expect(later.failure).toMatchObject({ count: 3, coolMs: 0 });
    leaseOf(later).succeed({ value, asOf: 8, known: true });
    await vi.waitFor(() => expect(heard.a).toHaveLength(1), WITHIN);
    expect((await a.claim(policy, KEY)).failure).toBeNull();
  });

  it("gives a lease back", async () => {
    const { a, b } = await start();
    leaseOf(await a.claim(policy, KEY)).release();
    await vi.waitFor(async () => expect((await b.claim(policy, KEY)).turn).toBe("ours"), WITHIN);
  });

  it("gives the lease of a dead holder to another, and takes nothing under the old one", async () => {
    const { a, b, heard, pass } = await start();
    const first = leaseOf(await a.claim(policy, KEY));
    expect((await b.claim(policy, KEY)).turn).toBe("another's");
    await pass(FETCH_MS + 1000);
    const second = leaseOf(await b.claim(policy, KEY));
    first.succeed({ value: { countries: [] }, asOf: 1, known: true });
    first.fail({ error, count: 1, coolMs: 1000 });
    first.release();
    second.succeed({ value, asOf: 2, known: true });
    await vi.waitFor(() => expect(heard.a).toHaveLength(1), WITHIN);
    expect(heard.b).toEqual([]);
    expect(await a.claim(policy, KEY)).toMatchObject({
      entry: { value, asOf: 2 },
      failure: null,
    });
  });
}

describe("instances that share the tests' memory", () => {
  promises(() => {
    let now = Date.now();
    const memory = new SharedMemory(() => now);
    const tier = () => memory.connection(FETCH_MS).tier;
    return Promise.resolve(listening(tier(), tier(), (ms) => void (now += ms)));
  });
});

describe.skipIf(redisMissing)("instances that share a Redis", () => {
  const redis = useRedis();

  /** Redis' clock is the machine's: the times that it keeps are moved back. */
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

  async function start(): Promise<Pair> {
    const [a, b] = [await redis.connect(), await redis.connect()].map((connection) =>
      createRedisTier({ redis: connection, fetchMs: FETCH_MS }),
    ) as [SharedTier, SharedTier]; // two in, two out
    const pair = listening(a, b, pass);
    const channel = `${PREFIX}news`;
    await vi.waitFor(async () => {
      expect(await redis.server.command("PUBSUB", "NUMSUB", channel)).toEqual([channel, 2]);
    }, WITHIN);
    return pair;
  }
  promises(start);

  it("keep everything under the version of its shapes, for 24 hours at most", async () => {
    const { a, heard } = await start();
    const lease = leaseOf(await a.claim(policy, KEY));
    const leaseMs = Number(await redis.server.command("PTTL", `${PREFIX}lease:${KEY}`));
    expect(leaseMs).toBeGreaterThan(FETCH_MS);
    expect(leaseMs).toBeLessThanOrEqual(FETCH_MS + 1000);
    lease.succeed({ value, asOf: 5, known: false });
    await vi.waitFor(() => expect(heard.b).toHaveLength(1), WITHIN);
    const keys = (await redis.server.command("KEYS", "*cache*")) as string[];
    expect(keys.sort()).toEqual([`${PREFIX}fixed`, `${PREFIX}record:${KEY}`]);
    for (const key of keys) {
      const ttl = Number(await redis.server.command("PTTL", key));
      expect(ttl).toBeGreaterThan(MAX_AGE_MS - 60_000);
      expect(ttl).toBeLessThanOrEqual(MAX_AGE_MS);
    }
  });

  it.each(["{", JSON.stringify({ id: "x", asOf: 1, value: { countries: [{ name: 7 }] } })])(
    "take the record %j for none, and write over it",
    async (entry) => {
      const { a, b, heard } = await start();
      const at = Date.now();
      await redis.server.command("HSET", `${PREFIX}record:${KEY}`, "entry", entry, "at", at);
      const claim = await a.claim(policy, KEY);
      expect(claim.entry).toBeNull();
      leaseOf(claim).succeed({ value, asOf: 5, known: false });
      await vi.waitFor(() => expect(heard.b).toHaveLength(1), WITHIN);
      expect(await b.claim(policy, KEY)).toMatchObject({ entry: { value } });
    },
  );

  it("let the answers go that visitors chose longest ago, and keep what everybody is shown", async () => {
    const { a, heard } = await start();
    const store = async (key: string, stored: number) => {
      leaseOf(await a.claim(policy, key)).succeed({ value, asOf: 5, known: false });
      await vi.waitFor(() => expect(heard.b).toHaveLength(stored), WITHIN);
    };
    await store("filters", 1);
    await store("chosen first", 2);
    const others = Array.from({ length: 10_000 }, (_, index) => [9e15, `other ${index}`]).flat();
    await redis.server.command("ZADD", `${PREFIX}index`, ...others);
    await store("chosen last", 3);
    const kept = (await redis.server.command("KEYS", `${PREFIX}record:*`)) as string[];
    expect(kept).not.toContain(`${PREFIX}record:chosen first`);
    expect(kept).toContain(`${PREFIX}record:filters`);
    expect(await redis.server.command("ZCARD", `${PREFIX}index`)).toBe(10_000);
  });

  it("keep a bounded number of failures, with nothing that was typed, and never drop an answer for one", async () => {
    const { a, b, heard } = await start();
    const wallet = `0x${"ab".repeat(20)}`;
    const keyOf = (index: number) => tripsKey({ q: `${wallet}${index}`, page: 1, limit: 12 });
    const refuse = async (key: string) => {
      const message = `HTTP error 404: no trips of ${wallet}`;
      const error = new UpstreamError("http", message, { status: 404 });
      leaseOf(await a.claim(trips, key)).fail({ error, count: 1, coolMs: 0 });
    };
    await redis.server.command("CONFIG", "SET", "maxmemory", "8mb");
    await refuse(keyOf(0));
    leaseOf(await a.claim(trips, keyOf(0))).succeed({ value: page, asOf: 5, known: true });
    for (let index = 1; index <= 1_500; index += 1) await refuse(keyOf(index));
    await vi.waitFor(() => expect(heard.b).toHaveLength(1_502), WITHIN);
    expect(heard.b.at(-1)?.failure?.error.message).toBe("HTTP error 404: Not Found");
    const keys = (await redis.server.command("KEYS", `${PREFIX}*`)) as string[];
    // The index of each kind, the failures, and the answer.
    expect(keys).toHaveLength(2 + 1_000 + 1);
    expect(keys.filter((key) => key.includes(wallet))).toEqual([]);
    const last = await redis.server.command("HGET", `${PREFIX}record:${keyOf(1_500)}`, "failure");
    expect(last).not.toContain(wallet);
    expect(await b.claim(trips, keyOf(0))).toMatchObject({ entry: { value: page } });
  });

  it("read on, and fetch for themselves, while it is full", async () => {
    const { a, b, heard } = await start();
    leaseOf(await a.claim(policy, KEY)).succeed({ value, asOf: 5, known: false });
    await vi.waitFor(() => expect(heard.b).toHaveLength(1), WITHIN);
    await redis.server.command("CONFIG", "SET", "maxmemory", "1");
    expect(await b.claim(policy, KEY)).toMatchObject({ turn: "nobody's", entry: { value } });
    for (const one of [a, b]) expect((await one.claim(old, KEY)).turn).toBe("ours");
  });
});
