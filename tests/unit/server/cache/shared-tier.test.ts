import { expect, it, vi } from "vitest";
import { coolDownMs, DAY_MS, FRESH_MS, http, settled } from "./cache-under-test";
import { FETCH_MS, onFakeClock, pass, threeInstances } from "./instances";

// What several instances ask for and serve: see the model test.

onFakeClock();

it("while another instance fetches is asked for news four times a second, and not once more when they come", async () => {
  const { a, b, answered } = threeInstances();
  const looks = vi.spyOn(b.connection.tier, "look");
  const first = a.read("k");
  await settled();
  const second = b.read("k");
  await pass(1_000);
  expect(looks).toHaveBeenCalledTimes(5);
  await answered(Promise.all([first, second]));
  expect(looks).toHaveBeenCalledTimes(5);
});

it("while another instance fetches waits rather than serve an answer that is a day old, or a failure that has cooled down", async () => {
  const { a, b, upstream, answered } = threeInstances();
  const readBoth = () => Promise.all([a, b].map((one) => one.read("k")));
  await expect(answered(readBoth(), http())).rejects.toThrow();
  for (const [ms, value] of [
    [coolDownMs(1), 1],
    [DAY_MS, 2],
  ] as const) {
    await pass(ms);
    const served = { value, asOf: Date.now(), state: "fresh" };
    expect(await answered(readBoth(), value)).toEqual([served, served]);
  }
  expect(upstream.started).toBe(3);
});

it("while another instance fetches does not wait for a crashed one longer than a fetch may take", async () => {
  const { a, b, upstream } = threeInstances();
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

/** Instances of which two hold an answer that is no longer fresh. */
async function refreshing() {
  const world = threeInstances();
  await world.answered(world.a.read("k"));
  await world.b.read("k");
  await pass(FRESH_MS);
  return world;
}

it("a refresh is made by another 250 ms after the lease of a crashed one at the latest", async () => {
  const { a, b, upstream } = await refreshing();
  await a.read("k");
  await settled();
  a.crash();
  await pass(FETCH_MS + 1_000);
  await b.read("k");
  await pass(250);
  expect(upstream.count("k")).toBe(1);
});

it("a refresh marks the old answer as stale everywhere when it fails, and as fresh when the next succeeds", async () => {
  const { a, b, c, upstream, answered } = await refreshing();
  await answered(a.read("k"), http());
  await settled();
  const states = () => Promise.all([a, b].map((one) => one.read("k")));
  expect(await states()).toMatchObject([{ state: "stale" }, { state: "stale" }]);
  // A dashboard may be open on the third whose page another one has made.
  for (const one of [a, b, c]) expect(one.heard).toEqual(["failure k"]);
  await pass(coolDownMs(1));
  await answered(b.read("k"), 2);
  await settled();
  expect(await states()).toMatchObject([{ value: 2 }, { value: 2 }]);
  expect(upstream.started).toBe(3);
  await pass(FRESH_MS);
  await expect(a.read("k")).resolves.toMatchObject({ state: "refreshing" });
});

const COOL_DOWN_MS = 15_000;

it("a refresh by hand asks once however many press at the same moment, here and elsewhere", async () => {
  const { a, b, upstream, answered } = threeInstances();
  const pressed = [a, a, b, b].map((instance) => instance.refreshNow("k"));
  expect(await answered(Promise.all(pressed))).toEqual(Array(4).fill({ outcome: "refreshed" }));
  expect(upstream.started).toBe(1);
});

it("a refresh by hand asks for what is fresh, but not within the cool-down, on any instance", async () => {
  const { a, b, upstream, answered } = threeInstances();
  await answered(a.read("k"));
  const until = Date.now() + COOL_DOWN_MS;
  await pass(COOL_DOWN_MS - 1);
  for (const one of [a, b])
    expect(await one.refreshNow("k")).toEqual({ outcome: "cooling-down", until });
  expect(upstream.started).toBe(1);

  await pass(1);
  expect(await answered(b.refreshNow("k"), 2)).toEqual({ outcome: "refreshed" });
  await expect(a.read("k")).resolves.toMatchObject({ value: 2, state: "fresh" });
  expect(a.heard).toEqual(["k"]);
  expect(upstream.started).toBe(2);
});

it("a refresh by hand tells of a failure, which cools down everywhere", async () => {
  const { a, b, upstream, answered } = threeInstances();
  const until = Date.now() + 1_000;
  const failed = { outcome: "failed", error: { kind: "http", status: 503 }, until };
  expect(await answered(a.refreshNow("k"), http())).toEqual(failed);
  expect(await a.refreshNow("k")).toEqual({ outcome: "cooling-down", until });
  expect(await b.refreshNow("k")).toEqual(failed);
  await settled();
  expect(upstream.started).toBe(1);
});
