import type { CalendarReceipt } from "./calendar-link.server";
import { erasedAt } from "./grace-period.server";

/** What the entry says. */
export interface CalendarWords {
  /** BCP 47. */
  language: string;
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
  receipt: CalendarReceipt,
  words: CalendarWords,
  host: string,
  now: number,
): string {
  const { reference, deletedAt } = receipt;
  const { language, title, description, aWeekBefore } = words;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//Pulse//Account deletion//${language.toUpperCase()}`,
    "BEGIN:VEVENT",
    `UID:${reference}@${host}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(erasedAt(deletedAt))}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(description)}`,
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

/** Longest line in bytes. */
const LONGEST_LINE = 75;

/** No line is longer, its leading space included, and none ends within a character (RFC 5545, section 3.1). */
function folded(line: string): string {
  let lines = "";
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LONGEST_LINE) {
      lines += "\r\n ";
      bytes = 1;
    }
    lines += character;
    bytes += size;
  }
  return lines;
}
