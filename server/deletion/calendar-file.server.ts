import type { FinishedSession } from "./session.server";
import { erasedAt } from "./grace-period.server";

/** What the entry says, in ASCII. */
export interface CalendarWords {
  title: string;
  description: string;
  /** The reminder's. */
  aWeekBefore: string;
}

/**
 * A calendar entry for the moment of the permanent erasure, with a reminder a week before (RFC 5545).
 *
 * @param host the site's, for the entry's identity
 * @param now when it is written, in milliseconds since 1970
 */
export function calendarFile(
  receipt: FinishedSession,
  words: CalendarWords,
  host: string,
  now: number,
): string {
  const { reference, deletedAt } = receipt;
  const { title, description, aWeekBefore } = words;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Pulse//Account deletion//EN",
    "BEGIN:VEVENT",
    `UID:${reference}@${host}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(erasedAt(deletedAt))}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(description)} Reference number ${reference}.`,
    "TRANSP:TRANSPARENT",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escaped(aWeekBefore)}`,
    "TRIGGER:-P7D",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** UTC, as `20270219T032500Z`. */
function stamp(time: number): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d+/g, "");
}

/** Commas and semicolons would begin another value. */
function escaped(text: string): string {
  return text.replace(/[\\,;]/g, "\\$&");
}

/** No line is longer than 75 bytes with its leading space; all texts here are ASCII, so characters are bytes. */
function folded(line: string): string {
  return (line.match(/^.{1,75}|.{1,74}/g) ?? []).join("\r\n ");
}
