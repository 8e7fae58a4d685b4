import { expect, it } from "vitest";
import { z } from "zod";
import { storedAnswerReader, storedVersion } from "server/cache/redis-tier.server";
import { resources, storedShapes } from "server/dashboard/resources.server";
import { createCoreApi } from "server/upstream/core-api.server";
import { forEachChart } from "server/upstream/contracts/dashboard.server";
import { healthyCoreAnswer } from "../../../support/healthy-core-answers";

const api = createCoreApi({
  get(path, query = {}) {
    const stated = Object.entries(query).map(([name, value]) => [name, String(value)]);
    return Promise.resolve(healthyCoreAnswer(path, new URLSearchParams(stated)));
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
  "a stored answer to %s is read as it was stored, and nothing else",
  async (resource) => {
    const value: unknown = await fetches[resource]();
    expect(readStored(resource, stored(value))).toEqual({ id: "a name", asOf: 5, value });
    const otherShape = { trips: [{ id: 1 }], countries: [7], points: {}, totalTrips: "1" };
    for (const text of [
      "",
      stored(value).slice(0, -3),
      stored(value, ""),
      stored(otherShape),
      stored(null),
      JSON.stringify({ id: "a name", asOf: "5", value }),
    ])
      expect(readStored(resource, text)).toBeNull();
  },
);

it("has a version that fits into a key, and is another one when a shape is", () => {
  expect(storedVersion(storedShapes)).toMatch(/^[\w-]{8}$/);
  expect(storedVersion({ ...storedShapes, metrics: z.unknown() })).not.toBe(
    storedVersion(storedShapes),
  );
});
