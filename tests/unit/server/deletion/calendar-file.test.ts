import { expect, it } from "vitest";
import { calendarFile, type CalendarWords } from "server/deletion/calendar-file.server";

const DELETED_AT = Date.UTC(2026, 10, 21, 3, 25, 0, 250);
const receipt = {
  at: "done",
  reference: "DEL-7K3F-9QXM",
  deletedAt: DELETED_AT,
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

it.each([
  ["ASCII", "x".repeat(200)],
  ["three bytes a letter", "हटाया".repeat(30)],
  ["four bytes a sign", "🙂".repeat(40)],
])("no line is longer than 75 bytes, and unfolded it is the text: %s", (_, description) => {
  const file = written({ description });
  const lines = file.split("\r\n");
  expect(lines.every((line) => Buffer.byteLength(line) <= 75 && !line.includes("\ufffd"))).toBe(
    true,
  );
  expect(file.replaceAll("\r\n ", "")).toContain(`\r\nDESCRIPTION:${description}\r\n`);
});

it("a line of exactly 75 bytes is one line", () => {
  const title = "x".repeat(75 - "SUMMARY:".length);
  expect(written({ title })).toContain(`\r\nSUMMARY:${title}\r\n`);
  expect(written({ title: `${title}y` })).toContain(`\r\nSUMMARY:${title}\r\n y\r\n`);
});

it("a folded line is filled up to its 75 bytes again after its space", () => {
  const lines = written({ title: "x".repeat(300) }).split("\r\n ");
  expect(lines.slice(1, -1).map((line) => line.length)).toEqual([74, 74, 74]);
});
