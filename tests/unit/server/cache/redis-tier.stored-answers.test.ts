import { expect, it, vi } from "vitest";
import { z } from "zod";
import { createRedisTier, storedAnswerReader, storedVersion } from "server/cache/redis-tier.server";
import { resources, storedShapes } from "server/dashboard/resources.server";
import type { Redis, RedisState } from "server/redis/redis.server";
import { createCoreApi } from "server/upstream/core-api.server";
import { forEachChart } from "server/upstream/contracts/dashboard.server";
import { healthyCoreAnswer } from "../../../support/healthy-core-answers";

const api = createCoreApi({
  get(path, query = {}) {
    const parameters = Object.entries(query).map(([name, value]) => [name, String(value)]);
    return Promise.resolve(healthyCoreAnswer(path, new URLSearchParams(parameters)));
  },
});

const fetches = {
  ...forEachChart((name) => () => api[name]()),
  metrics: () => api.metrics(),
  trips: () => api.trips({ page: 1, limit: 12 }),
  filters: () => api.filters(),
};

const readStored = storedAnswerReader(storedShapes);

const stored = (value: unknown, id = "a name") => JSON.stringify({ id, asOf: 5, value });

it.each(resources)(
  "a stored answer to %s is read unchanged, and any other text is refused",
  async (resource) => {
    const value: unknown = await fetches[resource]();
    expect(readStored(resource, stored(value))).toEqual({ id: "a name", asOf: 5, value });
    for (const text of [
      "",
      stored(value).slice(0, -3),
      stored(value, ""),
      stored({ trips: [{ id: 1 }], countries: [7], points: {}, totalTrips: "1" }),
      stored(null),
      JSON.stringify({ id: "a name", asOf: "5", value }),
    ])
      expect(readStored(resource, text)).toBeNull();
  },
);

it("the version of stored answers fits into a key, and changes with the shape of an answer", () => {
  expect(storedVersion(storedShapes)).toMatch(/^[\w-]{8}$/);
  expect(storedVersion({ ...storedShapes, metrics: z.unknown() })).not.toBe(
    storedVersion(storedShapes),
  );
});

it("the lease of a claim lasts one second longer than the longest fetch", async () => {
  const script = vi.fn<Redis["script"]>(() => Promise.reject(new Error("away")));
  const redis = { script, subscribe: () => () => undefined, state: () => ({}) as RedisState };
  const options = { shapes: storedShapes, defaultKeys: new Set<string>(), isTyped: () => false };
  const tier = createRedisTier({ ...options, redis, fetchMs: 15_000 });
  await tier.claim({ resource: "trips", key: "k", freshMs: 5, fetch: () => Promise.resolve(1) });
  expect(script.mock.calls[0]?.[2]).toEqual([expect.any(String), 16_000, 5]);
});
