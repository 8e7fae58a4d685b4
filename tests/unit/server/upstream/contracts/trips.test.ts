import fc from "fast-check";
import { expect, it } from "vitest";
import { compiledTrip, plainTrip } from "server/upstream/contracts/trips.server";

const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(" ", "a\u0007b", "-1", "1e999", "x".repeat(300), undefined),
);
const oftenPlain = (plain: fc.Arbitrary<unknown>) =>
  fc.oneof({ arbitrary: plain, weight: 9 }, { arbitrary: odd, weight: 1 });
const figure = oftenPlain(fc.constantFrom(12.5, 0, -0, -1, 4e9, "3.5", null));
const moment = oftenPlain(fc.constantFrom("2025-08-19T10:00:00Z", 1.7e12, "2990-01-01", null));
const otherWallet = oftenPlain(fc.constantFrom(null, undefined));
const row = fc.record({
  id: oftenPlain(fc.string({ maxLength: 120 })),
  wallet: oftenPlain(fc.constantFrom("0xabc", "", null)),
  walletAddress: otherWallet,
  ownerWallet: otherWallet,
  userWallet: otherWallet,
  user: otherWallet,
  start_time: moment,
  end_time: moment,
  duration: figure,
  distance: figure,
  beats: figure,
  country: oftenPlain(fc.constantFrom("India", "C\u00f4te d'Ivoire", null)),
});

it("`plainTrip` reads a trip as the schema does, or leaves it to the schema", () => {
  let plain = 0;
  fc.assert(
    fc.property(fc.oneof(row, odd), (input) => {
      const read = plainTrip(input);
      if (read === null) return;
      plain += 1;
      expect(compiledTrip.safeParse(input)).toEqual({ success: true, data: read });
    }),
    { numRuns: 2_000 },
  );
  expect(plain).toBeGreaterThan(100);
});
