import { createHash } from "node:crypto";
import { z } from "zod";
import { chartShape, forEachChart, metricsShape } from "../upstream/contracts/dashboard.server";
import { tripFiltersShape, tripPageShape } from "../upstream/contracts/trips.server";
import type { DashboardResource } from "../dashboard/freshness-policies.server";

/** To be raised when a stored figure changes its meaning but not its shape. */
const MEANING = 1;

/** The clean shapes as they lie in a store that other builds read and write too. */
const schemas: Readonly<Record<DashboardResource, z.ZodType>> = {
  metrics: metricsShape,
  ...forEachChart(() => chartShape),
  trips: tripPageShape,
  filters: tripFiltersShape,
};

const compiled = new Map(
  Object.entries(schemas).map(([name, value]) => {
    const stored = z.object({ id: z.string().min(1), asOf: z.number(), value });
    return [name, z.compile(stored)] as const;
  }),
);

/** Changes with any shape: builds with different ones do not read each other's answers. */
export const storedVersion = createHash("sha256")
  .update(JSON.stringify([MEANING, Object.values(schemas).map((one) => z.toJSONSchema(one))]))
  .digest("base64url")
  .slice(0, 8);

/** An answer as it is stored. */
export interface StoredValue {
  id: string;
  /** Epoch milliseconds. */
  asOf: number;
  value: unknown;
}

/** @returns null for what is not, or not any more, an answer to this */
export function readStoredValue(resource: DashboardResource, stored: string): StoredValue | null {
  const answer = compiled.get(resource)?.safeParse(parsedJson(stored));
  return answer?.success ? answer.data : null;
}

/** @returns null for what is none */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
