import { expect, it } from "vitest";
import { INDIA_MINUTES, zonedTime } from "~/features/deletion/format-zone";

const MOMENT = Date.UTC(2026, 10, 22, 20, 44, 19);

it.each([
  [INDIA_MINUTES, "23 Nov 2026", "02:14:19"],
  [0, "22 Nov 2026", "20:44:19"],
  [540, "23 Nov 2026", "05:44:19"],
  [-210, "22 Nov 2026", "17:14:19"],
  [345, "23 Nov 2026", "02:29:19"],
])("a time is formatted for a zone %i minutes ahead of UTC", (offset, day, second) => {
  const minute = second.slice(0, 5);
  expect(zonedTime(MOMENT, offset)).toEqual({ day, minute, second });
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
