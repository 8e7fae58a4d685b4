import { CalendarPlus, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { useMessages } from "~/features/shell/messages";
import { useHydrated } from "~/lib/hydration";
import { Actions } from "~/ui/button";
import { calendarUrl } from "./calendar-file";
import type { DeletionPage, DeletionPlace, Intent, PlaceAt } from "./deletion-types";
import { IntentForm, LatePresses, Submit, textButtonStyle } from "./intent-form";
import { JourneyDialog } from "./journey-dialog";
import { Moment, momentText, unbrokenDate } from "./moments";
import { Numeral } from "./numeral";
import { StepProblem } from "./problem";

interface DialogProps<At extends DeletionPlace["at"]> {
  page: DeletionPage;
  place: PlaceAt<At>;
}

/** The last question. */
export function ConfirmDialog({ page, place }: DialogProps<"confirm">) {
  const messages = useMessages();
  return (
    <JourneyDialog title={messages.text("confirm.title")} escape="cancel">
      <StepProblem page={page} />
      <p className="mb-3">
        {messages.rich("confirm.number", {
          digits: place.phoneEnd,
          b: (digits) => <Numeral>{digits}</Numeral>,
        })}
      </p>
      <DialogText>
        {messages.text("confirm.inactive")} <Lifecycle erasedAt={page.erasedAt} />
      </DialogText>
      <LatePresses>
        <Actions className="mt-6 print:hidden">
          <IntentForm intent="cancel">
            <Submit intent="cancel" tone="line" wide>
              {messages.text("confirm.cancel")}
            </Submit>
          </IntentForm>
          <IntentForm intent="delete">
            <Submit intent="delete" tone="stop" wide>
              {messages.text("confirm.delete")}
            </Submit>
          </IntentForm>
        </Actions>
      </LatePresses>
    </JourneyDialog>
  );
}

export function NotRegisteredDialog() {
  const messages = useMessages();
  return (
    <JourneyDialog title={messages.text("not-registered.title")} escape="start-over">
      <DialogText>{messages.text("not-registered.text")}</DialogText>
      <EndActions intent="leave">{messages.text("not-registered.home")}</EndActions>
    </JourneyDialog>
  );
}

export function ReactivationDialog({ page, place }: DialogProps<"reactivation">) {
  // Null if the auth API did not state the time of the deletion.
  const { daysRemaining } = place;
  const messages = useMessages();
  return (
    <JourneyDialog title={messages.text("reactivation.title")} escape="start-over">
      {daysRemaining !== null && (
        <p className={days}>
          {messages.number(daysRemaining)}
          <small className="text-17/tight font-semibold text-ink-2">
            {messages.text("reactivation.days", { count: daysRemaining })}
          </small>
        </p>
      )}
      <DialogText>
        {messages.text("lifecycle.now-what")}{" "}
        {daysRemaining === null &&
          `${messages.text("lifecycle.within")}: ${messages.text("lifecycle.within-what")} `}
        <Lifecycle erasedAt={page.erasedAt} />
      </DialogText>
      <EndActions intent="start-over">{messages.text("reactivation.close")}</EndActions>
    </JourneyDialog>
  );
}

/** Until when the account can come back; where that is unknown or over, only that it is erased after 90 days. */
function Lifecycle({ erasedAt }: { erasedAt: number | null }) {
  const messages = useMessages();
  if (erasedAt !== null) {
    const date = <Moment at={erasedAt} form="day" className={`text-ink ${unbrokenDate}`} />;
    return <>{messages.rich("lifecycle.dated", { date })}</>;
  }
  return (
    <>
      {messages.text("lifecycle.after")}: {messages.text("lifecycle.after-what")}
    </>
  );
}

/** The receipt of a deletion. After Escape it stays as a part of the page. */
export function DoneDialog({ page: { erasedAt }, place }: DialogProps<"done">) {
  const messages = useMessages();
  return (
    <JourneyDialog title={messages.text("done.title")}>
      <DialogText>
        {messages.text("lifecycle.now-what")} <Lifecycle erasedAt={erasedAt} />
      </DialogText>
      <dl className={receipt}>
        <dt className="text-ink-2">{messages.text("done.reference")}</dt>
        <dd className={entry}>
          <bdi>{place.reference}</bdi>
        </dd>
        {place.deletedAt !== null && (
          <>
            <dt className="text-ink-2">{messages.text("done.inactive")}</dt>
            <dd className={entry}>
              <Moment at={place.deletedAt} form="day-clock" className="" />
            </dd>
          </>
        )}
        {erasedAt !== null && (
          <>
            <dt className="text-ink-2">{messages.text("done.erased")}</dt>
            <dd className={entry}>
              <Moment at={erasedAt} form="day-clock" className="" />
            </dd>
          </>
        )}
      </dl>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-1 text-15 print:hidden">
        {erasedAt !== null && <CalendarLink erasedAt={erasedAt} reference={place.reference} />}
        <PrintButton />
      </p>
      <EndActions intent="leave">{messages.text("done.ok")}</EndActions>
    </JourneyDialog>
  );
}

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

const days =
  "mt-1 mb-3.5 flex flex-wrap items-baseline gap-2.5 font-large text-title/none font-extrabold tabular-nums";

const receipt =
  "mt-5 mb-3.5 grid grid-cols-auto-1 gap-x-5 gap-y-1.5 max-sm:grid-cols-1 max-sm:gap-0 " +
  "border-y border-line py-3.25 text-15";
const entry = "font-bold tabular-nums max-sm:mb-2";

function DialogText({ children }: { children: ReactNode }) {
  return <p className="text-ink-2">{children}</p>;
}

/** The buttons of a dialog that ends the journey: the one of its intent, and the way back to the first step. */
function EndActions({ intent, children }: { intent: Intent; children: string }) {
  const messages = useMessages();
  return (
    <Actions className="mt-6 print:hidden">
      <IntentForm intent={intent}>
        <Submit intent={intent} tone="ink" wide>
          {children}
        </Submit>
      </IntentForm>
      <IntentForm intent="start-over">
        <Submit intent="start-over" tone="line" wide>
          {messages.text("dialog.another-number")}
        </Submit>
      </IntentForm>
    </Actions>
  );
}
