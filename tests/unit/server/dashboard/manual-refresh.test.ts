import { expect, it } from "vitest";
import { manualPause } from "server/dashboard/manual-refresh.server";
import { http, settled } from "../cache/cache-under-test";
import { onFakeClock, pass, threeInstances } from "../cache/instances";

const REST_MS = 15_000;

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
  const until = Date.now() + REST_MS;
  await pass(REST_MS - 1);
  for (const one of [a, b])
    expect(await one.refreshNow("k")).toEqual({ outcome: "resting", until });
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
  expect(await a.refreshNow("k")).toEqual({ outcome: "resting", until });
  expect(await b.refreshNow("k")).toEqual(failed);
  await settled();
  expect(upstream.started).toBe(1);
});

it("lets a key rest while its answer is young or its failure cools down, whichever is longer", () => {
  const answer = { id: "", value: 1, asOf: 0, arrived: 1_000, hits: 0 };
  const failure = { error: null, count: 1, until: 20_000 };
  expect(manualPause(undefined, undefined, 5_000)).toBe(0);
  expect(manualPause(answer, undefined, 5_000)).toBe(11_000);
  expect(manualPause(answer, failure, 5_000)).toBe(15_000);
  expect(manualPause(undefined, failure, 19_000)).toBe(1_000);
  expect(manualPause(answer, failure, 30_000)).toBe(0);
});
