import { createHash } from "node:crypto";
import { z } from "zod";

/** To be raised when a stored figure changes its meaning but not its shape. */
const MEANING = 1;

/** The clean shape of each resource, as answers lie in a store that other builds read and write too. */
export type Shapes = Readonly<Record<string, z.ZodType>>;

/** Changes with any shape: builds with different ones do not read each other's answers. */
export function storedVersion(shapes: Shapes): string {
  return createHash("sha256")
    .update(JSON.stringify([MEANING, Object.values(shapes).map((one) => z.toJSONSchema(one))]))
    .digest("base64url")
    .slice(0, 8);
}

/** An answer as it is stored. */
export interface StoredAnswer {
  id: string;
  /** Epoch milliseconds. */
  asOf: number;
  value: unknown;
}

/** @returns reads a stored answer to a resource; null for what is not, or not any more, one */
export function storedAnswerReader(
  shapes: Shapes,
): (resource: string, stored: string) => StoredAnswer | null {
  const compiled = new Map(
    Object.entries(shapes).map(([name, value]) => {
      const stored = z.object({ id: z.string().min(1), asOf: z.number(), value });
      return [name, z.compile(stored)] as const;
    }),
  );
  return (resource, stored) => {
    const answer = compiled.get(resource)?.safeParse(parsedJson(stored));
    return answer?.success ? answer.data : null;
  };
}

/** @returns null for what is none */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
