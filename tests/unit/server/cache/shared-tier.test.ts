import { expect, it, vi } from "vitest";
import { coolDownMs, DAY_MS, FRESH_MS, httpError, flushPromises } from "./cache-under-test";
import { FETCH_MS, onFakeClock, pass, threeInstances } from "./instances";

// The model test covers what several instances fetch and serve.

onFakeClock();

it("while another instance fetches, a read looks for the answer four times a second until it arrives", async () => {
  const { a, b, withAnswer } = threeInstances();
  const looks = vi.spyOn(b.connection.tier, "look");
  const first = a.read("k");
  await flushPromises();
  const second = b.read("k");
  await pass(1_000);
  expect(looks).toHaveBeenCalledTimes(5);
  await withAnswer(Promise.all([first, second]));
  expect(looks).toHaveBeenCalledTimes(5);
});

it("while another instance fetches, a read waits instead of serving a day-old answer or a failure that has cooled down", async () => {
  const { a, b, upstream, withAnswer } = threeInstances();
  const readBoth = () => Promise.all([a, b].map((one) => one.read("k")));
  await expect(withAnswer(readBoth(), httpError())).rejects.toThrow();
  for (const [ms, value] of [
    [coolDownMs(1), 1],
    [DAY_MS, 2],
  ] as const) {
    await pass(ms);
    const expected = { value, asOf: Date.now(), state: "fresh" };
    expect(await withAnswer(readBoth(), value)).toEqual([expected, expected]);
  }
  expect(upstream.started).toBe(3);
});

it("a read waits for a crashed instance no longer than a fetch may take", async () => {
  const { a, b, upstream } = threeInstances();
  a.read("k").catch(() => undefined);
  await flushPromises();
  const read = b.read("k");
  await flushPromises();
  a.crash();
  await pass(FETCH_MS);
  expect(upstream.count("k")).toBe(1);
  upstream.underWay.get("k")?.at(-1)?.answer(3);
  await expect(read).resolves.toMatchObject({ value: 3 });
});

/** Three instances, two of which have an answer that is no longer fresh. */
async function refreshing() {
  const world = threeInstances();
  await world.withAnswer(world.a.read("k"));
  await world.b.read("k");
  await pass(FRESH_MS);
  return world;
}

it("a refresh is taken over at most 250 ms after the lease of a crashed instance has ended", async () => {
  const { a, b, upstream } = await refreshing();
  await a.read("k");
  await flushPromises();
  a.crash();
  await pass(FETCH_MS + 1_000);
  await b.read("k");
  await pass(250);
  expect(upstream.count("k")).toBe(1);
});

it("a failed refresh marks the old answer as stale on every instance until the next refresh succeeds", async () => {
  const { a, b, c, upstream, withAnswer } = await refreshing();
  await withAnswer(a.read("k"), httpError());
  await flushPromises();
  const states = () => Promise.all([a, b].map((one) => one.read("k")));
  expect(await states()).toMatchObject([{ state: "stale" }, { state: "stale" }]);
  // A dashboard on the third instance may show a page that another instance has rendered.
  for (const one of [a, b, c]) expect(one.notices).toEqual(["failure k"]);
  await pass(coolDownMs(1));
  await withAnswer(b.read("k"), 2);
  await flushPromises();
  expect(await states()).toMatchObject([{ value: 2 }, { value: 2 }]);
  expect(upstream.started).toBe(3);
  await pass(FRESH_MS);
  await expect(a.read("k")).resolves.toMatchObject({ state: "refreshing" });
});
