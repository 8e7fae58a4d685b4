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
  // Such as `20270219T032500Z`.
  const stamp = new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Pulse//Account deletion",
    "BEGIN:VEVENT",
    `UID:${reference}`,
    `DTSTAMP:${stamp}`,
    `DTSTART:${stamp}`,
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

/** Escapes a text. Commas and semicolons would begin another value. */
const escapeText = (text: string) => text.replace(/[\\,;]/g, "\\$&");

/** Folds a line to at most 75 bytes, never within a character, which has up to four bytes. */
function fold(line: string): string {
  const part = /[^\0-\x7f]/.test(line) ? /.{1,18}/gu : /.{1,74}/g;
  return line.match(part)?.join("\r\n ") ?? "";
}
