import { describe, expect, it, vi } from "vitest";
import { createLruStore } from "server/cache/lru-store.server";
import { policies } from "server/cache/freshness-policies.server";
import type { RefreshNotice } from "server/cache/refresh-notices.server";
import { alone, type SharedNews } from "server/cache/shared-tier.server";
import { StaleWhileRevalidateCache } from "server/cache/stale-while-revalidate.server";
import { SharedMemory } from "../../../support/shared-memory";
import { DAY_MS, FRESH_MS, http, settled } from "./cache-under-test";
import { HandAnsweredUpstream, Instance, onFakeClock, pass } from "./instances";

onFakeClock();

describe("news of another instance", () => {
  /** A cache that holds an answer of its own, which arrived at 10 s, and hears what it is told. */
  async function listening() {
    let now = 10_000;
    let tellIt: (news: SharedNews) => void = () => undefined;
    const cache = new StaleWhileRevalidateCache({
      store: createLruStore(),
      tier: { ...alone, onNews: (listener) => (tellIt = listener) },
      now: () => now,
      elapsed: () => now,
    });
    const heard: RefreshNotice[] = [];
    cache.onRefresh((notice) => heard.push(notice));
    const read = () => cache.read(policies.trips, "t", () => Promise.resolve("own"));
    await read();
    const tell = (news: Partial<SharedNews>) =>
      tellIt({
        resource: "trips",
        key: "t",
        newer: false,
        entry: { id: "theirs", value: "theirs", asOf: now - 1, ageMs: 0 },
        failure: null,
        ...news,
      });
    return { cache, heard, read, tell, wait: (ms: number) => (now += ms) };
  }

  it("takes the place of an older answer, keeps its reads, and is told to dashboards", async () => {
    const { cache, heard, read, tell, wait } = await listening();
    await read();
    wait(1_000);
    tell({});
    expect(await read()).toEqual({ value: "theirs", asOf: 10_999, state: "fresh" });
    expect([...cache.known()]).toMatchObject([{ key: "t", hits: 2 }]);
    expect(heard).toEqual([{ event: "refresh", resource: "trips", key: "t" }]);
  });

  it("is left alone when it is older than what is here", async () => {
    const { heard, read, tell, wait } = await listening();
    wait(1_000);
    tell({ entry: { id: "theirs", value: "theirs", asOf: 9_000, ageMs: 2_000 } });
    expect(await read()).toMatchObject({ value: "own" });
    expect(heard).toEqual([]);
  });

  it("of an answer and a later failure marks the answer as stale", async () => {
    const { read, tell, wait } = await listening();
    wait(1_000);
    tell({ failure: { error: http(), count: 1, coolMs: 60_000 } });
    wait(FRESH_MS);
    expect(await read()).toMatchObject({ value: "theirs", state: "stale" });
  });

  it("is told of though nothing is known here: a newer answer, and the first failure of several", async () => {
    const { heard, tell } = await listening();
    const failure = { error: http(), count: 1, coolMs: 1_000 };
    const other = { key: "other", entry: null };
    tell({ ...other, newer: true });
    tell(other);
    tell({ ...other, failure });
    tell({ ...other, failure: { ...failure, count: 2 } });
    expect(heard).toEqual([
      { event: "refresh", resource: "trips", key: "other" },
      { event: "failure", resource: "trips", key: "other" },
    ]);
  });
});

describe("while another instance fetches", () => {
  function world() {
    const shared = new SharedMemory(() => Date.now());
    const upstream = new HandAnsweredUpstream();
    const [a, b] = [new Instance(shared, upstream), new Instance(shared, upstream)];
    return { a, b, upstream, claims: vi.spyOn(b.connection.tier, "claim") };
  }

  it("is asked for news four times a second, and not once more when they come", async () => {
    const { a, b, upstream, claims } = world();
    const reads = [a.read("k")];
    await settled();
    reads.push(b.read("k"));
    await pass(1_000);
    expect(claims).toHaveBeenCalledTimes(5);
    upstream.answer("k", 1);
    await Promise.all(reads);
    expect(claims).toHaveBeenCalledTimes(5);
  });

  it("waits, also after a failure that has just cooled down", async () => {
    const { a, b, upstream } = world();
    const failed = [a, b].map((one) => expect(one.read("k")).rejects.toThrow());
    await settled();
    upstream.answer("k", http());
    await Promise.all(failed);
    await pass(1_000);
    const reads = [a, b].map((one) => one.read("k"));
    await settled();
    upstream.answer("k", 2);
    for (const read of reads) await expect(read).resolves.toMatchObject({ value: 2 });
    expect(upstream.started).toBe(2);
  });

  it("waits rather than serve an answer that is a day old", async () => {
    const { a, b, upstream } = world();
    const first = [a, b].map((one) => one.read("k"));
    await settled();
    upstream.answer("k", 1);
    await Promise.all(first);
    await pass(DAY_MS);
    const reads = [a, b].map((one) => one.read("k"));
    await settled();
    upstream.answer("k", 2);
    for (const read of reads) await expect(read).resolves.toMatchObject({ value: 2 });
  });
});
