import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKeys } from "../session/sealed-cookie.server";
import { type FinishedSession, erasedAt } from "./places.server";
import { isReference } from "./session.server";

/** The data of a deletion for a calendar file. */
export type CalendarReceipt = Pick<FinishedSession, "reference" | "deletedAt">;

/** Milliseconds since 1970 as decimal digits. */
const MOMENT = /^\d{1,15}$/;

/**
 * Creates and reads addresses of calendar files. An address contains the file's data, signed, and does not expire: a
 * receipt may stay on a screen longer than any session.
 *
 * @param secrets at least one; the first signs, signatures of all are accepted
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
    /** @returns the data of the query; null when its signature is invalid */
    read(query: URLSearchParams): CalendarReceipt | null {
      const [reference, deleted, proof] = ["reference", "deleted", "proof"].map(
        (name) => query.get(name) ?? "",
      ) as [string, string, string]; // three names give three values
      if (!isReference(reference) || !MOMENT.test(deleted)) return null;
      const given = Buffer.from(proof);
      const isOurs = sign(`${reference} ${deleted}`).some((candidate) => {
        return candidate.length === given.length && timingSafeEqual(Buffer.from(candidate), given);
      });
      return isOurs ? { reference, deletedAt: Number(deleted) } : null;
    },
  };
}

/** The texts of the calendar entry. */
export interface CalendarWords {
  /** Language tag (BCP 47). */
  language: string;
  title: string;
  description: string;
  /** Text of the reminder. */
  aWeekBefore: string;
}

/**
 * Creates a calendar entry for the time of the permanent erasure, with a reminder a week before (RFC 5545).
 *
 * @param host the site's host, for the entry's unique id
 * @param now the current time in milliseconds since 1970
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
    `SUMMARY:${escapeText(title)}`,
    `DESCRIPTION:${escapeText(description)}`,
    "TRANSP:TRANSPARENT",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escapeText(aWeekBefore)}`,
    "TRIGGER:-P7D",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
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
