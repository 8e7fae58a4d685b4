/** The texts of the calendar entry. */
interface CalendarWords {
  title: string;
  description: string;
  /** Text of the reminder. */
  aWeekBefore: string;
}

/**
 * The address of a calendar file that is in the page itself: an entry for the time of the permanent erasure, with a
 * reminder a week before (RFC 5545).
 *
 * @param at when the account is erased, in milliseconds since 1970
 */
export function calendarUrl(at: number, reference: string, words: CalendarWords): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Pulse//Account deletion",
    "BEGIN:VEVENT",
    `UID:${reference}`,
    `DTSTAMP:${stamp(at)}`,
    `DTSTART:${stamp(at)}`,
    `SUMMARY:${escapeText(words.title)}`,
    `DESCRIPTION:${escapeText(words.description)}`,
    "TRANSP:TRANSPARENT",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escapeText(words.aWeekBefore)}`,
    "TRIGGER:-P7D",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  const file = lines.map((line) => `${fold(line)}\r\n`).join("");
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`;
}

/** A time in UTC, such as `20270219T032500Z`. */
function stamp(time: number): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d+/g, "");
}

/** Escapes a text. Commas and semicolons would begin another value. */
function escapeText(text: string): string {
  return text.replace(/[\\,;]/g, "\\$&");
}

/** Maximum length of a line in bytes. */
const LONGEST_LINE = 75;

/** Folds a line to the maximum length, including the leading space, never within a character (RFC 5545, section 3.1). */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let lines = "";
  let bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > LONGEST_LINE) {
      lines += "\r\n ";
      bytes = 1;
    }
    lines += character;
    bytes += size;
  }
  return lines;
}
