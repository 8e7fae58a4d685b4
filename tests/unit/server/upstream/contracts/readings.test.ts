import fc from "fast-check";
import { expect, it } from "vitest";
import {
  figure,
  instant,
  percentage,
  requiredFigure,
  requiredText,
} from "server/upstream/contracts/readings.server";

interface Variant {
  type: string;
  pattern?: string;
  minimum?: number;
  maxLength?: number;
}

/** Anything that a variant of a JSON Schema allows. */
function allowed({ type, pattern, minimum = -1e9, maxLength = 60 }: Variant) {
  if (type === "null") return fc.constant(null);
  if (type === "number") return fc.double({ min: minimum, max: 1e12, noNaN: true });
  if (pattern === undefined) return fc.string({ maxLength });
  return fc.stringMatching(new RegExp(pattern), { maxLength });
}

const aText = requiredText(20);

it.each(Object.entries({ figure, requiredFigure, percentage, instant, aText }))(
  "%s reads all that its JSON Schema allows, by which the owners of the API go",
  (_name, reader) => {
    const variants = reader.in.meta()?.anyOf as Variant[]; // as its file has them
    fc.assert(
      fc.property(fc.oneof(...variants.map(allowed)), (value) => {
        expect(reader.parse(value) === null).toBe(value === null);
      }),
      { numRuns: 300 },
    );
  },
);
