import { expect, it } from "vitest";
import { INDIA_MINUTES, offsetText, zonedTime } from "~/lib/format-zone";

const MOMENT = Date.UTC(2026, 10, 22, 20, 44, 19);

it.each([
  [INDIA_MINUTES, "23 Nov 2026", "02:14:19", "+5:30"],
  [0, "22 Nov 2026", "20:44:19", "+0"],
  [540, "23 Nov 2026", "05:44:19", "+9"],
  [-210, "22 Nov 2026", "17:14:19", "-3:30"],
  [345, "23 Nov 2026", "02:29:19", "+5:45"],
])("a time is formatted for a zone %i minutes ahead of UTC", (offset, day, second, ahead) => {
  const minute = second.slice(0, 5);
  expect(zonedTime(MOMENT, offset)).toEqual({ day, minute, second });
  expect(offsetText(offset)).toBe(ahead);
});

it("a time is formatted in another language", () => {
  expect(zonedTime(MOMENT, INDIA_MINUTES, "hi")).toEqual({
    day: "23 नवंबर 2026",
    minute: "02:14",
    second: "02:14:19",
  });
  expect(zonedTime(MOMENT, 0, "mr").second).toBe("20:44:19");
});

it("a day is written in digits for a language whose month names are unknown", () => {
  expect(zonedTime(MOMENT, 0, "qaa").day).toMatch(/^[\d/]+$/);
});
