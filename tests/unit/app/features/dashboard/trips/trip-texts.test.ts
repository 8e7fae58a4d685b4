import { expect, it } from "vitest";
import { rangeText, shortenWallet } from "~/features/dashboard/trips/trip-texts";
import { told } from "./told-trips";

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
