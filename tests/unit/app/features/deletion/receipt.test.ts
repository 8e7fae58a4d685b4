import { expect, it } from "vitest";
import { messagesIn } from "~/features/deletion/catalogues.server";
import { calendarUrl } from "~/features/deletion/receipt";

it("the calendar entry stands at the erasure, with a reminder a week before, in lines of 75 bytes", () => {
  const url = calendarUrl(Date.UTC(2027, 1, 19, 3, 25), "DEL-7K3F-9QXM", messagesIn("hi"));
  const lines = decodeURIComponent(url.split(",")[1] ?? "").split("\r\n");
  expect(lines).toEqual(expect.arrayContaining(["DTSTART:20270219T032500Z", "TRIGGER:-P7D"]));
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});
