import { CalendarPlus, Printer } from "lucide-react";
import type { PlaceAt } from "server/deletion/page.server";
import { useMessages } from "./messages";
import { useHydrated } from "~/lib/hydration";
import { calendarUrl } from "./calendar-file";
import { EndActions, JourneyDialog, Lifecycle } from "./dialogs";
import { textButtonStyle } from "./intent-form";
import { Moment, momentText } from "./moments";
import { useShownPage } from "./shown-page";

/** The receipt of a deletion. After Escape it stays as a part of the page. */
export function Receipt({ place }: { place: PlaceAt<"done"> }) {
  const { text } = useMessages();
  const { session: reference, erasedAt } = useShownPage();
  const moments = [
    ["done.inactive", place.deletedAt],
    ["done.erased", erasedAt],
  ] as const;
  return (
    <JourneyDialog title={text("done.title")}>
      <p className="text-ink-2">
        {text("lifecycle.now-what")} <Lifecycle />
      </p>
      <dl className={entries}>
        <dt className="text-ink-2">{text("done.reference")}</dt>
        <dd className={entry}>
          <bdi>{reference}</bdi>
        </dd>
        {moments.map(
          ([name, at]) =>
            at !== null && [
              <dt key={name} className="text-ink-2">
                {text(name)}
              </dt>,
              <dd key={at} className={entry}>
                <Moment at={at} form="day-clock" className="" />
              </dd>,
            ],
        )}
      </dl>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-1 text-15 print:hidden">
        {erasedAt !== null && <CalendarLink erasedAt={erasedAt} reference={reference} />}
        <PrintButton />
      </p>
      <EndActions intent="leave" name="done.ok" />
    </JourneyDialog>
  );
}

const entries =
  "mt-5 mb-3.5 grid grid-cols-auto-1 gap-x-5 gap-y-1.5 max-sm:grid-cols-1 max-sm:gap-0 " +
  "border-y border-line py-3.25 text-15";
const entry = "font-bold tabular-nums max-sm:mb-2";

function CalendarLink({ erasedAt, reference }: { erasedAt: number; reference: string }) {
  const messages = useMessages();
  const { text } = messages;
  const date = momentText(messages, erasedAt, "day-clock");
  const words = {
    title: text("calendar.title"),
    description: `${text("lifecycle.dated", { date })} ${text("calendar.reference", { reference })}`,
    aWeekBefore: text("calendar.reminder"),
  };
  return (
    <a
      className={textButtonStyle}
      href={calendarUrl(erasedAt, reference, words)}
      download={`account-deletion-${reference}.ics`}
      suppressHydrationWarning // browsers may have other month names than the server
    >
      <CalendarPlus className="icon" />
      {text("done.calendar")}
    </a>
  );
}

function PrintButton() {
  const { text } = useMessages();
  const scripted = useHydrated();
  if (!scripted) return <span className="text-ink-2">{text("done.print-page")}</span>;
  return (
    <button type="button" className={textButtonStyle} onClick={() => window.print()}>
      <Printer className="icon" />
      {text("done.print")}
    </button>
  );
}
