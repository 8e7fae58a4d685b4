import { expect, it } from "vitest";
import { calendarUrl } from "~/features/deletion/calendar-file";

it("the calendar entry stands at the erasure, with a reminder a week before, in lines of 75 bytes", () => {
  const words = {
    title: "Erasure, final; \\",
    description: "मिटाएँ ".repeat(30),
    aWeekBefore: "Soon",
  };
  const url = calendarUrl(Date.UTC(2027, 1, 19, 3, 25), "DEL-7K3F-9QXM", words);
  const lines = decodeURIComponent(url.split(",")[1] ?? "").split("\r\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "DTSTART:20270219T032500Z",
      String.raw`SUMMARY:Erasure\, final\; \\`,
      "TRIGGER:-P7D",
    ]),
  );
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});
