import fc from "fast-check";
import { expect, it } from "vitest";
import { deckOffset } from "~/features/home/solutions-deck";

it("one card of the deck is in the centre, the others on its nearer side", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(), (count, index) => {
      const current = index % count;
      const offsets = Array.from({ length: count }, (_, card) => deckOffset(card, current, count));
      expect(offsets[current]).toBe(0);
      expect(new Set(offsets).size).toBe(count);
      expect(Math.max(...offsets.map(Math.abs))).toBeLessThanOrEqual(count / 2);
    }),
  );
});
