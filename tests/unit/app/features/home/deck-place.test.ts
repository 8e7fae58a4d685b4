import fc from "fast-check";
import { expect, it } from "vitest";
import { deckOffset } from "~/features/home/deck-place";

it("the current card of the deck is in the centre, each other card on the side where it is nearer", () => {
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
