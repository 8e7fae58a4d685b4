import { describe, expect, it, vi } from "vitest";
import { coolDownMs, DAY_MS, FRESH_MS, http } from "./cache-under-test";
import { FETCH_MS, HandAnsweredUpstream, Instance, onFakeClock, pass, settled } from "./instances";
import { SharedMemory } from "../../../support/shared-memory";

const LEASE_MS = FETCH_MS + 1_000;
/** How soon a lease that ran out in silence is seen. */
const POLL_MS = 250;

onFakeClock();

/** How far the clock of what is shared was set. */
let clockSetBy = 0;

function world() {
  clockSetBy = 0;
  const shared = new SharedMemory(() => Date.now() + clockSetBy);
  const upstream = new HandAnsweredUpstream();
  const start = () => new Instance(shared, upstream);
  return { shared, upstream, start, a: start(), b: start(), c: start() };
}

/** Read on one instance, and answered. */
async function filled(value = 1) {
  const instances = world();
  const read = instances.a.read("k");
  await settled();
  instances.upstream.answer("k", value);
  await read;
  return instances;
}

describe("an answer that another instance has", () => {
  it("is served without asking the upstream, at its true age", async () => {
    const { b, upstream } = await filled();
    const asOf = Date.now();
    await pass(FRESH_MS - 1);
    await expect(b.read("k")).resolves.toEqual({ value: 1, asOf, state: "fresh" });
    await pass(1);
    await expect(b.read("k")).resolves.toEqual({ value: 1, asOf, state: "refreshing" });
    await settled();
    expect(upstream.started).toBe(2);
  });

  it("is served at once when it is past its fresh time, and refreshed by one", async () => {
    const { b, c, upstream } = await filled();
    await pass(FRESH_MS);
    await expect(b.read("k")).resolves.toMatchObject({ value: 1, state: "refreshing" });
    await expect(c.read("k")).resolves.toMatchObject({ value: 1, state: "refreshing" });
    await settled();
    expect(upstream.started).toBe(2);
  });

  it("is not served when it is 24 hours old", async () => {
    const { b, upstream } = await filled();
    await pass(DAY_MS);
    const read = b.read("k");
    await settled();
    upstream.answer("k", 2);
    await expect(read).resolves.toMatchObject({ value: 2 });
  });
});

describe("a first look on three instances at once", () => {
  it("is one fetch, whose answer all get", async () => {
    const { a, b, c, upstream } = world();
    const reads = [a, b, c].flatMap((one) => [one.read("k"), one.read("k")]);
    await settled();
    expect(upstream.started).toBe(1);
    upstream.answer("k", 7);
    await settled();
    for (const read of reads)
      await expect(read).resolves.toMatchObject({ value: 7, state: "fresh" });
    expect(upstream.started).toBe(1);
  });

  it("is one failure, which spares the upstream everywhere while it cools down", async () => {
    const { a, b, c, upstream } = world();
    const reads = [a, b, c].map((one) => one.read("k"));
    const rejections = reads.map((read) => expect(read).rejects.toThrow("HTTP error 503: away"));
    await settled();
    upstream.answer("k", http());
    await settled();
    await Promise.all(rejections);
    await pass(coolDownMs(1) - 1);
    for (const one of [a, b, c]) await expect(one.read("k")).rejects.toMatchObject({ status: 503 });
    expect(upstream.started).toBe(1);
    await pass(1);
    for (const one of [a, b, c]) one.read("k").catch(() => undefined);
    await settled();
    expect(upstream.started).toBe(2);
  });

  it("does not wait for a crashed one longer than a fetch may take", async () => {
    const { a, b, upstream } = world();
    a.read("k").catch(() => undefined);
    await settled();
    const read = b.read("k");
    await settled();
    a.crash();
    await pass(FETCH_MS);
    expect(upstream.count("k")).toBe(1);
    upstream.underWay.get("k")?.at(-1)?.answer(3);
    await expect(read).resolves.toMatchObject({ value: 3 });
  });
});

describe("a refresh", () => {
  it("reaches the dashboards of every instance once, whether they hold the old answer or nothing", async () => {
    const { a, b, c, upstream } = await filled();
    await b.read("k");
    await pass(FRESH_MS);
    for (const one of [a, b]) await one.read("k");
    await settled();
    upstream.answer("k", 2);
    await settled();
    const heard = () => [a, b, c].map((one) => one.heard.length);
    expect(heard()).toEqual([1, 1, 1]);
    for (const one of [a, b, c]) await expect(one.read("k")).resolves.toMatchObject({ value: 2 });
    await settled();
    expect(heard()).toEqual([1, 1, 1]);
    expect(upstream.started).toBe(2);
  });

  it("is told of where its notice was missed, as soon as it is seen", async () => {
    const { a, b, upstream } = await filled();
    await b.read("k");
    await pass(FRESH_MS);
    b.connection.cut();
    await a.read("k");
    await settled();
    upstream.answer("k", 2);
    await settled();
    b.connection.mend();
    await b.read("k");
    await settled();
    expect(b.heard).toEqual(["k"]);
    await expect(b.read("k")).resolves.toMatchObject({ value: 2, state: "fresh" });
    expect(upstream.started).toBe(2);
  });

  it("whose holder has crashed is made by another when the lease is over, no later", async () => {
    const { a, b, upstream } = await filled();
    await b.read("k");
    await pass(FRESH_MS);
    await a.read("k");
    await settled();
    a.crash();
    await pass(LEASE_MS);
    await b.read("k");
    await pass(POLL_MS);
    expect(upstream.count("k")).toBe(1);
  });

  it("marks the old answer as stale everywhere when it fails, and as fresh when the next succeeds", async () => {
    const { a, b, c, upstream } = await filled();
    await b.read("k");
    await pass(FRESH_MS);
    await a.read("k");
    await settled();
    upstream.answer("k", http());
    await settled();
    for (const one of [a, b])
      await expect(one.read("k")).resolves.toMatchObject({ state: "stale" });
    // A dashboard may be open there whose page another instance has made.
    for (const one of [a, b, c]) expect(one.heard).toEqual(["failure k"]);
    await pass(coolDownMs(1));
    await b.read("k");
    await settled();
    upstream.answer("k", 2);
    await settled();
    for (const one of [a, b]) await expect(one.read("k")).resolves.toMatchObject({ value: 2 });
    expect(upstream.started).toBe(3);
    await pass(FRESH_MS);
    await expect(a.read("k")).resolves.toMatchObject({ state: "refreshing" });
  });

  it("is no news to who made it, however late it was stored", async () => {
    const { a } = await filled();
    clockSetBy = -50;
    await pass(FRESH_MS);
    await a.read("k");
    await settled();
    expect(a.heard).toEqual([]);
  });
});

describe("without what they share", () => {
  it("each does as if it were alone", async () => {
    const { a, b, upstream } = await filled();
    for (const one of [a, b]) one.connection.cut();
    const read = b.read("k");
    await settled();
    expect(upstream.started).toBe(2);
    upstream.answer("k", 2);
    await expect(read).resolves.toMatchObject({ value: 2 });
    await expect(a.read("k")).resolves.toMatchObject({ value: 1, state: "fresh" });
  });

  it("forgets nothing it has itself when that was emptied", async () => {
    const { a, shared, upstream } = await filled();
    shared.flush();
    await expect(a.read("k")).resolves.toMatchObject({ value: 1, state: "fresh" });
    await pass(FRESH_MS);
    await expect(a.read("k")).resolves.toMatchObject({ value: 1, state: "refreshing" });
    await settled();
    expect(upstream.started).toBe(2);
  });

  it("never asks on a read of a fresh answer of its own", async () => {
    const { a } = await filled();
    const claim = vi.spyOn(a.connection.tier, "claim");
    for (let count = 0; count < 100; count++) await a.read("k");
    expect(claim).not.toHaveBeenCalled();
  });
});

describe("a shared clock that is set", () => {
  const HOUR_MS = 3_600_000;

  it.each([-HOUR_MS, HOUR_MS])(
    "by %i ms costs at most one fetch, and keeps nothing longer",
    async (jump) => {
      const { a, b, upstream } = await filled();
      clockSetBy = jump;
      await pass(1000);
      const read = b.read("k");
      await settled();
      upstream.answer("k", 2);
      await read;
      await settled();
      for (const one of [a, b])
        await expect(one.read("k")).resolves.toMatchObject({ value: 2, state: "fresh" });
      expect(upstream.started).toBe(2);
      await pass(FRESH_MS);
      for (const one of [a, b])
        await expect(one.read("k")).resolves.toMatchObject({ state: "refreshing" });
      await settled();
      expect(upstream.started).toBe(3);
    },
  );

  it("back lets a failure cool down no longer than ever", async () => {
    const { a, b, upstream } = world();
    const read = expect(a.read("k")).rejects.toThrow();
    await settled();
    upstream.answer("k", http());
    await read;
    clockSetBy = -HOUR_MS;
    b.read("k").catch(() => undefined);
    await settled();
    expect(upstream.started).toBe(2);
  });
});
