import { CalendarPlus, Printer } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import type { PlaceAt } from "server/deletion/page.server";
import type { PlainMessageId } from "~/content/catalogue";
import { useHydrated } from "~/lib/hydration";
import { tryStorage } from "~/lib/storage";
import { JourneyDialog, Lifecycle } from "./dialogs";
import { textButtonStyle } from "./intent-form";
import type { Messages } from "~/content/messages";
import { usePage } from "./shown-page";
import { Moment } from "./values";

/** The receipt of a deletion. Local and session storage are cleared. */
export function Receipt({ place }: { place: PlaceAt<"done"> }) {
  const page = usePage();
  const scripted = useHydrated();
  const { text, session: reference, erasedAt } = page;
  useEffect(() => {
    tryStorage(() => localStorage.clear());
    tryStorage(() => sessionStorage.clear());
  }, []);
  const entry = (name: PlainMessageId, value: ReactNode) => (
    <>
      <dt className="text-ink-2">{text(name)}</dt>
      <dd className="font-bold tabular-nums max-sm:mb-2">{value}</dd>
    </>
  );
  const moment = (name: PlainMessageId, at: number | null) =>
    at !== null && entry(name, <Moment at={at} form="day-clock" className="" />);
  return (
    <JourneyDialog at="done">
      <p className="text-ink-2">
        {text("lifecycle.now-what")} <Lifecycle />
      </p>
      <dl className={entries}>
        {entry("done.reference", <bdi>{reference}</bdi>)}
        {moment("done.inactive", place.deletedAt)}
        {moment("done.erased", erasedAt)}
      </dl>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-1 text-15 print:hidden">
        {erasedAt !== null && (
          <a
            className={textButtonStyle}
            href={calendarUrl(erasedAt, reference, page)}
            download={`account-deletion-${reference}.ics`}
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

/** The address of a calendar file that is in the page itself: an entry at the permanent erasure (RFC 5545). */
function calendarUrl(erasedAt: number, reference: string, { text }: Messages): string {
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
    `SUMMARY:${text("calendar.title")}`,
    `DESCRIPTION:${text("calendar.reference", { reference })}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ];
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(lines.join("\r\n"))}`;
}
