import { expect, it } from "vitest";
import { calendarFile, type CalendarWords } from "server/deletion/calendar.server";

const receipt = {
  at: "done",
  reference: "DEL-7K3F-9QXM",
  deletedAt: Date.UTC(2026, 10, 21, 3, 25, 0, 250),
  until: 0,
} as const;
const plain = { language: "hi", title: "Title", description: "Text", aWeekBefore: "Soon" };

const written = (words: Partial<CalendarWords> = {}) =>
  calendarFile(receipt, { ...plain, ...words }, "pulse.example", Date.UTC(2026, 10, 22, 9, 5, 7));

it("an entry stands at the moment of the erasure, with a reminder a week before", () => {
  expect(written().split("\r\n")).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Pulse//Account deletion//HI",
    "BEGIN:VEVENT",
    "UID:DEL-7K3F-9QXM@pulse.example",
    "DTSTAMP:20261122T090507Z",
    "DTSTART:20270219T032500Z",
    "SUMMARY:Title",
    "DESCRIPTION:Text",
    "TRANSP:TRANSPARENT",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "DESCRIPTION:Soon",
    "TRIGGER:-P7D",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

it("what would begin another value is told apart from it", () => {
  expect(written({ title: "a, b; c\\d, e" })).toContain("SUMMARY:a\\, b\\; c\\\\d\\, e\r\n");
});

it("no line of wide letters is longer than 75 bytes, and unfolded it is the text", () => {
  const description = "हटाया 🙂".repeat(20);
  const file = written({ description });
  const wrong = (line: string) => Buffer.byteLength(line) > 75 || line.includes("\ufffd");
  expect(file.split("\r\n").filter(wrong)).toEqual([]);
  expect(file.replaceAll("\r\n ", "")).toContain(`\r\nDESCRIPTION:${description}\r\n`);
});

it("lines are filled up to 75 bytes, and to 74 after the space of a folded one", () => {
  const title = "x".repeat(75 - "SUMMARY:".length);
  expect(written({ title })).toContain(`\r\nSUMMARY:${title}\r\n`);
  const [folded, last] = ["y".repeat(74), "z"];
  expect(written({ title: title + folded + last })).toContain(
    `\r\nSUMMARY:${title}\r\n ${folded}\r\n ${last}\r\n`,
  );
});
