import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKeys } from "../session/sealed-cookie.server";
import { type FinishedSession, erasedAt } from "./places.server";
import { isReference } from "./session.server";

/** What a calendar file says of a deletion. */
export type CalendarReceipt = Pick<FinishedSession, "reference" | "deletedAt">;

/** Milliseconds since 1970 in digits. */
const MOMENT = /^\d{1,15}$/;

/**
 * Addresses of calendar files: each carries what its file says, signed, and is good for as long as the receipt is on a
 * screen, which may be longer than any session.
 *
 * @param secrets at least one; the first signs, all are accepted
 */
export function createCalendarLinks(secrets: readonly string[]) {
  const keys = deriveKeys(secrets, "pulse deletion calendar link");
  const sign = (text: string) =>
    keys.map((key) => createHmac("sha256", key).update(text).digest("base64url"));
  return {
    /** The query string of the signed address. */
    queryOf({ reference, deletedAt }: CalendarReceipt): string {
      const [proof = ""] = sign(`${reference} ${deletedAt}`);
      return new URLSearchParams({ reference, deleted: String(deletedAt), proof }).toString();
    },
    /** @returns what the query says; null for one whose signature is not the server's */
    read(query: URLSearchParams): CalendarReceipt | null {
      const [reference, deleted, proof] = ["reference", "deleted", "proof"].map(
        (name) => query.get(name) ?? "",
      ) as [string, string, string]; // three in, three out
      if (!isReference(reference) || !MOMENT.test(deleted)) return null;
      const given = Buffer.from(proof);
      const isOurs = sign(`${reference} ${deleted}`).some((one) => {
        return one.length === given.length && timingSafeEqual(Buffer.from(one), given);
      });
      return isOurs ? { reference, deletedAt: Number(deleted) } : null;
    },
  };
}

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
