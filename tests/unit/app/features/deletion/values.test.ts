import { expect, it } from "vitest";
import { createMessages } from "~/content/messages";
import { catalogueOf } from "~/content/catalogues.server";
import { momentText } from "~/features/deletion/values";

const messagesIn = (code: string) => createMessages(catalogueOf(code));

const MOMENT = Date.UTC(2026, 10, 22, 20, 44, 19);

it.each([
  ["day", "22 Nov 2026 UTC"],
  ["day-clock", "22 Nov 2026, 20:44 UTC"],
  ["clock", "02:14 IST"],
  ["exact", "23 Nov 2026, 02:14:19 IST"],
] as const)("a moment as %s", (form, text) => {
  expect(momentText(messagesIn("en"), MOMENT, form)).toBe(text);
});

it("a moment is written in another language with Latin digits", () => {
  expect(momentText(messagesIn("hi"), MOMENT, "exact")).toMatch(/^23 नवंबर 2026, 02:14:19 /);
  expect(momentText(messagesIn("mr"), MOMENT, "day-clock")).toContain("20:44");
});

it("a day is written in digits for a language whose month names are unknown", () => {
  const messages = createMessages({ ...catalogueOf("en"), language: "qaa" });
  expect(momentText(messages, MOMENT, "day")).toMatch(/^[\d/]+ UTC$/);
});
