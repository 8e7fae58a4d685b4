import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CoreApi } from "server/upstream/core-api.server";
import { upstreamDocument } from "server/doctor/upstream-document";
import { bodyProblems } from "../../../support/upstream-contract";
import { answering, firstPage } from "../upstream/answering-core-api";

/** JSON Schema as far as the document uses it. */
interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  const?: unknown;
  type?: string | string[];
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  items?: Schema;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
}

const schemas = upstreamDocument().components.schemas as Record<string, Schema>;

/** Anything that a schema allows. */
function allowed(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return allowed(schemas[schema.$ref.replace(/.*\//, "")] ?? {});
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.anyOf && !schema.properties) return fc.oneof(...schema.anyOf.map(allowed));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => allowed({ ...schema, type })));
  }
  const { type, pattern, maxLength = 60, minimum } = schema;
  if (type === "string") {
    return pattern === undefined
      ? fc.string({ maxLength })
      : fc.stringMatching(new RegExp(pattern), { maxLength });
  }
  if (type === "number") {
    return fc.double({ min: minimum ?? -1e9, max: 1e12, noNaN: true });
  }
  if (type === "boolean") return fc.boolean();
  if (type === "array") return fc.array(allowed(schema.items ?? {}), { maxLength: 3 });
  if (type === "object") {
    const fields = Object.entries(schema.properties ?? {});
    return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, allowed(field)])), {
      requiredKeys: schema.required ?? [],
    });
  }
  return fc.constant(null);
}

/** What the document cannot say: that a fleet has one total at least, and a list a number of trips. */
function isWithoutTotals(body: unknown): boolean {
  const { data } = body as { data?: Record<string, unknown> & { pagination?: object } };
  const totals = ["totalTrips", "distanceCovered", "totalBeats", "totalHours"];
  const stated = { totalItems: 1, ...data?.pagination };
  return (
    totals.every((name) => data !== undefined && name in data && data[name] === null) ||
    stated.totalItems === null
  );
}

describe("what the document allows", () => {
  it.each<[string, (api: CoreApi) => Promise<unknown>]>([
    ["Metrics", (api) => api.metrics()],
    ["TotalUsers", (api) => api.totalUsers()],
    ["WeeklyUsers", (api) => api.weeklyUsers()],
    ["DailyUsers", (api) => api.dailyUsers()],
    ["Trips", (api) => api.trips(firstPage)],
    ["TripFilters", (api) => api.filters()],
  ])("is read: %s", async (name, read) => {
    await fc.assert(
      fc.asyncProperty(allowed({ $ref: name }), async (body) => {
        fc.pre(!isWithoutTotals(body));
        expect(bodyProblems(name, body)).toEqual([]);
        await read(answering(body).api);
      }),
      { numRuns: 300 },
    );
  });
});
