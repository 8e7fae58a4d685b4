import { CalendarPlus, Printer } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import type { PlaceAt } from "server/deletion/page.server";
import type { PlainMessageId } from "~/content/catalogue";
import type { Messages } from "./messages";
import { useHydrated } from "~/lib/hydration";
import { tryStorage } from "~/lib/storage";
import { JourneyDialog, Lifecycle } from "./dialogs";
import { textButtonStyle } from "./intent-form";
import { usePage } from "./shown-page";
import { Moment, momentText } from "./values";

/** The receipt of a deletion. After Escape it stays as a part of the page. Local and session storage are cleared. */
export function Receipt({ place }: { place: PlaceAt<"done"> }) {
  const page = usePage();
  const scripted = useHydrated();
  const { text, session: reference, erasedAt } = page;
  useEffect(() => {
    tryStorage(() => localStorage.clear());
    tryStorage(() => sessionStorage.clear());
  }, []);
  const moment = (at: number) => <Moment at={at} form="day-clock" className="" />;
  const entry = (name: PlainMessageId, value: ReactNode) => (
    <>
      <dt className="text-ink-2">{text(name)}</dt>
      <dd className="font-bold tabular-nums max-sm:mb-2">{value}</dd>
    </>
  );
  return (
    <JourneyDialog at="done">
      <p className="text-ink-2">
        {text("lifecycle.now-what")} <Lifecycle />
      </p>
      <dl className={entries}>
        {entry("done.reference", <bdi>{reference}</bdi>)}
        {place.deletedAt !== null && entry("done.inactive", moment(place.deletedAt))}
        {erasedAt !== null && entry("done.erased", moment(erasedAt))}
      </dl>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-1 text-15 print:hidden">
        {erasedAt !== null && (
          <a
            className={textButtonStyle}
            href={calendarUrl(erasedAt, reference, page)}
            download={`account-deletion-${reference}.ics`}
            suppressHydrationWarning // browsers may have other month names than the server
          >
            <CalendarPlus className="icon" />
            {text("done.calendar")}
          </a>
        )}
        {scripted ? (
          <button type="button" className={textButtonStyle} onClick={() => window.print()}>
            <Printer className="icon" />
            {text("done.print")}
          </button>
        ) : (
          <span className="text-ink-2">{text("done.print-page")}</span>
        )}
      </p>
    </JourneyDialog>
  );
}

const entries =
  "mt-5 mb-3.5 grid grid-cols-auto-1 gap-x-5 gap-y-1.5 max-sm:grid-cols-1 max-sm:gap-0 " +
  "border-y border-line py-3.25 text-15";

/**
 * The address of a calendar file that is in the page itself: an entry for the time of the permanent erasure, with a
 * reminder a week before (RFC 5545).
 */
export function calendarUrl(erasedAt: number, reference: string, messages: Messages): string {
  const { text } = messages;
  const date = momentText(messages, erasedAt, "day-clock");
  const description = `${text("lifecycle.dated", { date })} ${text("calendar.reference", { reference })}`;
  // Such as `20270219T032500Z`.
  const stamp = new Date(erasedAt).toISOString().replace(/[-:]|\.\d+/g, "");
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Pulse//Account deletion",
    "BEGIN:VEVENT",
    `UID:${reference}`,
    `DTSTAMP:${stamp}`,
    `DTSTART:${stamp}`,
    `SUMMARY:${escapeText(text("calendar.title"))}`,
    `DESCRIPTION:${escapeText(description)}`,
    "TRANSP:TRANSPARENT",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escapeText(text("calendar.reminder"))}`,
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
