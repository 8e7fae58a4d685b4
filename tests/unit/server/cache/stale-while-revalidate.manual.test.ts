import { expect, it } from "vitest";
import { http, settled } from "./cache-under-test";
import { onFakeClock, pass, threeInstances } from "./instances";

const COOL_DOWN_MS = 15_000;

onFakeClock();

it("asks once however many press at the same moment, here and elsewhere", async () => {
  const { a, b, upstream, answered } = threeInstances();
  const pressed = [a, a, b, b].map((instance) => instance.refreshNow("k"));
  expect(await answered(Promise.all(pressed))).toEqual(Array(4).fill({ outcome: "refreshed" }));
  expect(upstream.started).toBe(1);
});

it("asks for what is fresh, but not within the cool-down, on any instance", async () => {
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

it("tells of a failure, which cools down everywhere", async () => {
  const { a, b, upstream, answered } = threeInstances();
  const until = Date.now() + 1_000;
  const failed = { outcome: "failed", error: { kind: "http", status: 503 }, until };
  expect(await answered(a.refreshNow("k"), http())).toEqual(failed);
  expect(await a.refreshNow("k")).toEqual({ outcome: "cooling-down", until });
  expect(await b.refreshNow("k")).toEqual(failed);
  await settled();
  expect(upstream.started).toBe(1);
});
