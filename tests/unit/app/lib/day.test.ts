import fc from "fast-check";
import { expect, it } from "vitest";
import { isCalendarDay } from "~/lib/day";

it.each(["2025-02-31", "2023-02-29", "2025-00-10", "", "2025-08-19T00", "0025-08-19"])(
  "%s is not a calendar day",
  (text) => expect(isCalendarDay(text)).toBe(false),
);
it("all days from 1970 to 9999 are calendar days", () => {
  const days = fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true });
  fc.assert(fc.property(days, (day) => isCalendarDay(day.toISOString().slice(0, 10))));
});
