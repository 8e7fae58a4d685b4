import { expect, it } from "vitest";
import type { Trip } from "server/upstream/contracts/trips.server";
import {
  exactLocalClock,
  localClock,
  rangeText,
  shortenWallet,
  tripLines,
} from "~/features/dashboard/trips/trip-texts";
import { told, unknownTrip } from "./told-trips";

const texts = (change: Partial<Trip>) =>
  tripLines({ ...unknownTrip, ...change }).map(({ name, text }) => `${name}: ${text}`);

it("the details of a trip are exact to the second and to the last digit", () => {
  const values = {
    wallet: "0x06fc1a2b3c4d5e6f708192a3b4c5d6e7f809dfed",
    startTime: Date.UTC(2025, 7, 19, 23, 51, 7),
    endTime: Date.UTC(2025, 7, 20, 0, 34, 24),
    distance: 1_234.567_890_123,
    beats: 0.000_000_1,
  };
  expect(texts(values)).toEqual([
    `Wallet: ${values.wallet}`,
    "Start: 19 Aug 2025, 23:51:07 UTC",
    "End: 20 Aug 2025, 00:34:24 UTC",
    "Distance: 1234.567890123 km",
    "Beats: 0.0000001",
  ]);
});

it("the details of a trip have no text for unknown values", () =>
  expect(tripLines(unknownTrip).every(({ text }) => text === null)).toBe(true));

it.each([
  ["123456789012", "123456789012"],
  ["1234567890123", "123456…0123"],
  ["🛣🛣🛣🛣🛣🛣🛣🛣🛣🛣🛣🛣", "🛣🛣🛣🛣🛣🛣🛣🛣🛣🛣🛣🛣"],
])("the wallet %s is displayed as %s", (full, short) => expect(shortenWallet(full)).toBe(short));

it.each([
  [1, 12, 48_210, "1-12 of 48,210"],
  [4018, 6, 48_210, "48,205-48,210 of 48,210"],
  [1, 0, 0, "0 of 0"],
])("the range of page %d with %d of %d rows is '%s'", (page, rows, total, text) =>
  expect(rangeText(told(page, total), rows)).toBe(text),
);

const time = Date.UTC(2025, 7, 19, 23, 51, 7);
it.each([
  [0, null, null],
  [330, "05:21 IST, 20 Aug", "20 Aug 2025, 05:21:07 IST"],
  [-420, "16:51 GMT-7", "19 Aug 2025, 16:51:07 GMT-7"],
  [5, "23:56 GMT+0:05", "19 Aug 2025, 23:56:07 GMT+0:05"],
])("a time on a visitor's clock %d minutes ahead of UTC is %s", (offset, clock, exact) => {
  expect(localClock(time, offset)).toBe(clock);
  expect(exactLocalClock(time, offset)).toBe(exact);
});
