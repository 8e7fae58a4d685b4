import { CalendarPlus, Printer } from "lucide-react";
import { useEffect, useState, type PropsWithChildren, type ReactNode } from "react";
import type { PlaceAt } from "server/deletion/page.server";
import type { PlainMessageId } from "~/content/catalogue";
import type { Messages } from "~/content/messages";
import { formatIso } from "~/lib/format-moment";
import { useHydrated } from "~/lib/hydration";
import { tryStorage } from "~/lib/storage";
import { actions } from "~/ui/button";
import { usePersistentDialog } from "~/ui/dialog";
import { IntentButton, StepProblem, textButtonStyle } from "./step-form";
import { usePage } from "./shown-page";
import { Moment, numeral } from "./values";

/** A dialog of the journey. Escape presses its first button, but leaves no receipt. */
function JourneyDialog({ title, children }: PropsWithChildren<{ title: PlainMessageId }>) {
  const { text, place } = usePage();
  const dialog = usePersistentDialog(titleOf, (opened) => {
    if (place.at !== "done") opened.querySelector<HTMLElement>("[data-actions] button")?.click();
  });
  return (
    <dialog
      {...dialog}
      className={`group peer ${look} ${place.at === "confirm" ? "modal:over-opener" : "modal:m-auto"}`}
      aria-labelledby="dialog-title"
    >
      <h2
        id="dialog-title"
        className="mb-3 text-subheading/subheading hyphens-auto outline-none"
        tabIndex={-1}
      >
        {text(title)}
      </h2>
      <StepProblem />
      {children}
    </dialog>
  );
}

const titleOf = (dialog: HTMLDialogElement) => dialog.querySelector("h2");

/** While the dialog is not modal, and in print, it looks like a part of the page. */
const look =
  "static m-0 w-full max-w-none rounded-sign bg-raised text-ink " +
  "modal:fixed modal:w-[min(480px,calc(100vw-32px))] modal:border modal:border-line " +
  "modal:p-8 modal:shadow-float modal:backdrop:bg-asphalt/55 " +
  "modal:max-sm:px-5 modal:max-sm:pt-7 modal:max-sm:pb-6 " +
  "modal:print:static modal:print:border-0 modal:print:shadow-none " +
  "modal:print:sm:p-0 modal:print:sm:pt-6";

/** How long a confirmation takes no press: the second tap of a double tap was meant for what it covers. */
const DEAF_MS = 500;

/**
 * The last question. It takes no press in its first half second; until the scripts run, a style sees to it. Its Cancel
 * stands where the button that opened it was.
 */
export function ConfirmDialog({ phoneEnd }: { phoneEnd: string }) {
  const { text, rich } = usePage();
  const [opened] = useState(() => performance.now());
  return (
    <JourneyDialog title="confirm.title">
      <p className="mb-3">{rich("confirm.number", { digits: phoneEnd, b: numeral })}</p>
      <p className="text-ink-2">
        {text("confirm.inactive")} <Lifecycle />
      </p>
      <div
        className="mt-6 flex animate-late flex-wrap gap-3 *:flex-1 group-modal:flex-col-reverse print:hidden"
        data-actions
        onSubmitCapture={(event) => performance.now() - opened < DEAF_MS && event.preventDefault()}
      >
        <IntentButton intent="cancel" tone="line" name="confirm.cancel" />
        <IntentButton intent="delete" tone="stop" name="confirm.delete" />
      </div>
    </JourneyDialog>
  );
}

export function NotRegisteredDialog() {
  const { text } = usePage();
  return (
    <JourneyDialog title="not-registered.title">
      <p className="text-ink-2">{text("not-registered.text")}</p>
      <div className={`${actions} mt-6`} data-actions>
        <IntentButton intent="leave" tone="ink" name="not-registered.end" />
        <IntentButton intent="start-over" tone="line" name="dialog.another-number" />
      </div>
    </JourneyDialog>
  );
}

/** The account was deleted before; its days are null if the auth API did not state when. */
export function ReactivationDialog({ place }: { place: PlaceAt<"reactivation"> }) {
  const { text } = usePage();
  const { daysRemaining } = place;
  return (
    <JourneyDialog title="reactivation.title">
      {daysRemaining !== null && (
        <p className={days}>
          {daysRemaining}{" "}
          <small className="text-17/tight font-semibold text-ink-2">
            {text("reactivation.days", { count: daysRemaining })}
          </small>
        </p>
      )}
      <p className="text-ink-2">
        {text("lifecycle.now-what")}{" "}
        {daysRemaining === null && `${text("lifecycle.within")}: ${text("lifecycle.within-what")} `}
        <Lifecycle />
      </p>
      <div className={`${actions} mt-6`} data-actions>
        <IntentButton intent="start-over" tone="ink" name="reactivation.end" />
      </div>
    </JourneyDialog>
  );
}

const days =
  "mt-1 mb-3.5 flex flex-wrap items-baseline gap-2.5 font-large text-title/none font-extrabold tabular-nums";

/** Until when the account can come back; where that is unknown or over, only that it is erased after 90 days. */
function Lifecycle() {
  const { text, rich, erasedAt } = usePage();
  if (erasedAt === null) return `${text("lifecycle.after")}: ${text("lifecycle.after-what")}`;
  return rich("lifecycle.dated", { date: <Moment at={erasedAt} form="day" /> });
}

/** The receipt of a deletion. Local and session storage are cleared. */
export function Receipt({ place: { deletedAt } }: { place: PlaceAt<"done"> }) {
  const page = usePage();
  const { text, session: reference, erasedAt } = page;
  const scripted = useHydrated();
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
    at !== null && entry(name, <Moment at={at} form="day-clock" />);
  return (
    <JourneyDialog title="done.title">
      <p className="text-ink-2">
        {text("lifecycle.now-what")} <Lifecycle />
      </p>
      <dl className={entries}>
        {entry("done.reference", <bdi>{reference}</bdi>)}
        {moment("done.inactive", deletedAt)}
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
      <div className={`${actions} mt-6 print:hidden`} data-actions>
        <IntentButton intent="leave" tone="ink" name="done.end" />
      </div>
    </JourneyDialog>
  );
}

const entries =
  "mt-5 mb-3.5 grid grid-cols-auto-1 gap-x-5 gap-y-1.5 max-sm:grid-cols-1 max-sm:gap-0 " +
  "border-y border-line py-3.25 text-15";

/** The address of a calendar file that is in the page itself: an entry at the permanent erasure (RFC 5545). */
function calendarUrl(erasedAt: number, reference: string, { text }: Messages): string {
  const stamp = formatIso(erasedAt).replace(/[-:]/g, "");
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
