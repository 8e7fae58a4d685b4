import { CalendarPlus, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { pages } from "~/content/pages";
import { useMessages } from "~/features/shell/messages";
import { useHydrated } from "~/lib/hydration";
import type { DeletionPage, DeletionPlace, Intent, PlaceAt, Problem } from "./deletion-types";
import { IntentForm, Submit, textButtonStyle } from "./intent-form";
import { Actions } from "~/ui/button";
import { JourneyDialog } from "./journey-dialog";
import { UtcTime, unbrokenDate } from "./local-time";
import { LostAnswer } from "./lost-answer";
import { momentText } from "./moment-text";
import { Numeral } from "./numeral";
import { problemText, Quotation } from "./problem-text";
import { RetryTime } from "./remaining-time";

interface DialogProps<At extends DeletionPlace["at"]> {
  page: DeletionPage;
  place: PlaceAt<At>;
}

interface ConfirmDialogProps extends DialogProps<"confirm"> {
  /** Why the last attempt to delete failed. */
  problem: Problem | null;
}

export function ConfirmDialog({ page, place, problem }: ConfirmDialogProps) {
  const { phoneEnd, lost } = place;
  const messages = useMessages();
  const date = <UtcTime at={page.erasedAt} form="day" className={`text-ink ${unbrokenDate}`} />;
  return (
    <JourneyDialog title={messages.text("confirm.title")} escape="cancel">
      {problem && (
        <div role="alert">
          <p className="mb-3 text-15 font-semibold text-danger">{problemText(messages, problem)}</p>
          <Quotation problem={problem} />
          {problem.note !== undefined && <Note>{messages.filled(problem.note)}</Note>}
          {problem.retryAt !== undefined && (
            <Note>
              <RetryTime until={problem.retryAt} now={page.now} again={problem.again} />
            </Note>
          )}
          {(lost !== null || problem.mayBeDeleted) && <LostAnswer reference={lost} />}
        </div>
      )}
      {phoneEnd !== null && (
        <p className="mb-3">
          {messages.rich("confirm.number", {
            digits: phoneEnd,
            b: (digits) => <Numeral>{digits}</Numeral>,
          })}
        </p>
      )}
      <DialogText>
        {messages.text("confirm.inactive")} {messages.rich("lifecycle.dated", { date })}
      </DialogText>
      <Actions className="mt-6 print:hidden">
        <IntentForm intent="cancel">
          <Submit intent="cancel" tone="line" wide>
            {messages.text("confirm.cancel")}
          </Submit>
        </IntentForm>
        <IntentForm intent="delete">
          <input type="hidden" name="idempotencyKey" value={page.idempotencyKey} />
          <Submit intent="delete" tone="stop" wide>
            {messages.text("confirm.delete")}
          </Submit>
        </IntentForm>
      </Actions>
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
  // Null if the server did not return the time of the deletion.
  const { daysRemaining } = place;
  const messages = useMessages();
  const date = <UtcTime at={page.erasedAt} form="day" className={`text-ink ${unbrokenDate}`} />;
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
        {daysRemaining === null
          ? messages.text("lifecycle.within-what")
          : messages.rich("lifecycle.dated", { date })}
      </DialogText>
      <EndActions intent="start-over">{messages.text("reactivation.close")}</EndActions>
    </JourneyDialog>
  );
}

/** The receipt of a deletion. After Escape it stays as a part of the page. */
export function DoneDialog({ page: { erasedAt, calendar }, place }: DialogProps<"done">) {
  const messages = useMessages();
  const scripted = useHydrated();
  const date = momentText(messages, erasedAt, "day-clock");
  const query = calendar === null ? "" : `?${calendar}`;
  return (
    <JourneyDialog title={messages.text("done.title")}>
      <DialogText>
        {messages.text("lifecycle.now-what")} {messages.text("lifecycle.dated", { date })}
      </DialogText>
      <dl className={receipt}>
        <dt className="text-ink-2">{messages.text("done.reference")}</dt>
        <dd className={entry}>
          <bdi>{place.reference}</bdi>
        </dd>
        <dt className="text-ink-2">{messages.text("done.inactive")}</dt>
        <dd className={entry}>
          <UtcTime at={place.deletedAt} form="day-clock" />
        </dd>
        <dt className="text-ink-2">{messages.text("done.erased")}</dt>
        <dd className={entry}>
          <UtcTime at={erasedAt} form="day-clock" />
        </dd>
      </dl>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-1 text-15 print:hidden">
        <a
          className={textButtonStyle}
          href={`${pages.deleteUser.path}/reminder.ics${query}`}
          download
        >
          <CalendarPlus className="icon" />
          {messages.text("done.calendar")}
        </a>
        {scripted ? (
          <button type="button" className={textButtonStyle} onClick={() => window.print()}>
            <Printer className="icon" />
            {messages.text("done.print")}
          </button>
        ) : (
          <span className="text-ink-2">{messages.text("done.print-page")}</span>
        )}
      </p>
      <EndActions intent="leave">{messages.text("done.ok")}</EndActions>
    </JourneyDialog>
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

/** Additional text about a failed deletion. */
function Note({ children }: { children: ReactNode }) {
  return <p className="mb-3 text-15 text-ink-2">{children}</p>;
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
