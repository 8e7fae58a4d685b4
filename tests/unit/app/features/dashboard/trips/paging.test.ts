import { expect, it } from "vitest";
import { rangeText } from "~/features/dashboard/trips/paging";
import { shortenWallet } from "~/features/dashboard/trips/trip-table";
import { told, unknownTrip } from "./told-trips";

it.each([
  ["123456789012", "123456789012"],
  ["1234567890123", "123456…0123"],
  ["🛣🛣🛣🛣🛣🛣🛣🛣🛣🛣🛣🛣", "🛣🛣🛣🛣🛣🛣🛣🛣🛣🛣🛣🛣"],
])("the wallet %s is displayed as %s", (full, short) => expect(shortenWallet(full)).toBe(short));

it.each([
  [1, 12, 0, 48_210, "1-12 of 48,210"],
  [4018, 6, 0, 48_210, "48,205-48,210 of 48,210"],
  [1, 2, 1, 3, "1-3 of 3, 1 could not be read"],
  [1, 0, 0, 0, "0 of 0"],
])("the range of page %d with %d rows and %d unread ones of %d is '%s'", (...page) => {
  const [number, rows, unread, total, text] = page;
  const trips = Array.from({ length: rows }, () => unknownTrip);
  expect(rangeText({ trips, unread, pagination: told(number, total) })).toBe(text);
});
