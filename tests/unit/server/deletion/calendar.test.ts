import { expect, it } from "vitest";
import { calendarFile, type CalendarWords } from "server/deletion/calendar.server";

const receipt = {
  at: "done",
  reference: "DEL-7K3F-9QXM",
  deletedAt: Date.UTC(2026, 10, 21, 3, 25, 0, 250),
  until: 0,
} as const;
const plain = { language: "hi", title: "Title", description: "Text", aWeekBefore: "Soon" };

const fileWith = (words: Partial<CalendarWords> = {}) =>
  calendarFile(receipt, { ...plain, ...words }, "pulse.example", Date.UTC(2026, 10, 22, 9, 5, 7));

it("the entry is at the time of the erasure, with a reminder one week before", () => {
  expect(fileWith().split("\r\n")).toEqual([
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

it("separators and backslashes in a text are escaped", () => {
  expect(fileWith({ title: "a, b; c\\d, e" })).toContain("SUMMARY:a\\, b\\; c\\\\d\\, e\r\n");
});

it("folded lines of multi-byte text have at most 75 bytes, and unfolding restores the text", () => {
  const description = "हटाया 🙂".repeat(20);
  const file = fileWith({ description });
  const isInvalid = (line: string) => Buffer.byteLength(line) > 75 || line.includes("\ufffd");
  expect(file.split("\r\n").filter(isInvalid)).toEqual([]);
  expect(file.replaceAll("\r\n ", "")).toContain(`\r\nDESCRIPTION:${description}\r\n`);
});

it("a line holds 75 bytes, and a continuation line 74 after its leading space", () => {
  const title = "x".repeat(75 - "SUMMARY:".length);
  expect(fileWith({ title })).toContain(`\r\nSUMMARY:${title}\r\n`);
  const [folded, last] = ["y".repeat(74), "z"];
  expect(fileWith({ title: title + folded + last })).toContain(
    `\r\nSUMMARY:${title}\r\n ${folded}\r\n ${last}\r\n`,
  );
});
