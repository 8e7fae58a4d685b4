import { expect, it } from "vitest";
import { catalogueOf } from "~/content/catalogues.server";
import { createMessages } from "~/content/messages";
import { calendarUrl } from "~/features/deletion/receipt";

it("the calendar entry stands at the erasure, with the reference number", () => {
  const hindi = createMessages(catalogueOf("hi"));
  const url = calendarUrl(Date.UTC(2027, 1, 19, 3, 25), "DEL-7K3F-9QXM", hindi);
  const lines = decodeURIComponent(url.split(",")[1] ?? "").split("\r\n");
  expect(lines).toContain("DTSTART:20270219T032500Z");
  expect(lines).toContain("DESCRIPTION:संदर्भ संख्या DEL-7K3F-9QXM।");
});
