import { useSubmit } from "@remix-run/react";
import { CalendarPlus, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { lifecycle } from "~/content/account-deletion";
import { pages } from "~/content/pages";
import { formatDateTime, formatIso } from "~/lib/format-date";
import { DialogActions } from "~/ui/dialog";
import { useHydrated } from "~/lib/hydration";
import type { Intent, PlaceAt, Problem } from "./deletion-types";
import { DatedLifecycle, ErasureDate } from "./erasure-date";
import { IntentForm, Submit, textAct } from "./intent-form";
import { JourneyDialog } from "./journey-dialog";
import { LostAnswer, LostField } from "./lost-answer";
import { RetryTime } from "./remaining-time";

/** The dialogs of the journey. */

const [inactive, comeBack] = lifecycle;

function useIntent(intent: Intent) {
  const submit = useSubmit();
  return () => submit({ intent }, { method: "post", preventScrollReset: true });
}

interface ConfirmDialogProps {
  /** Tells the server which requests repeat one another. */
  idempotencyKey: string;
  erasedAt: number;
  /** Why the last try to delete did not work. */
  problem: Problem | null;
  /** Reference number of a try whose answer was lost. */
  lost: string | null;
  now: number;
  contactEmail: string;
}

export function ConfirmDialog({
  idempotencyKey,
  erasedAt,
  problem,
  lost,
  now,
  contactEmail,
}: ConfirmDialogProps) {
  return (
    <JourneyDialog title="Confirm Deletion" onEscape={useIntent("cancel")}>
      {problem && (
        <div role="alert">
          <p className="mb-3 text-15 font-semibold text-danger">{problem.message}</p>
          {problem.note !== undefined && <Note>{problem.note}</Note>}
          {problem.retryAt !== undefined && (
            <Note>
              <RetryTime until={problem.retryAt} now={now} again={problem.again} />
            </Note>
          )}
          {(lost !== null || problem.mayBeDeleted) && (
            <LostAnswer reference={lost} contactEmail={contactEmail} />
          )}
        </div>
      )}
      <DialogText>
        Your account becomes inactive immediately.{" "}
        <DatedLifecycle date={<ErasureDate at={erasedAt} />} />
      </DialogText>
      <DialogActions className="mt-6">
        <IntentForm intent="cancel">
          <LostField reference={lost} />
          <Submit intent="cancel" tone="line" wide>
            Cancel
          </Submit>
        </IntentForm>
        <IntentForm intent="delete">
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <LostField reference={lost} />
          <Submit intent="delete" tone="stop" wide>
            Delete
          </Submit>
        </IntentForm>
      </DialogActions>
    </JourneyDialog>
  );
}

export function NotRegisteredDialog() {
  return (
    <JourneyDialog title="Account Not Found" onEscape={useIntent("start-over")}>
      <DialogText>
        No registered phone. There is nothing to delete under this number. Sign up first in the
        mobile app.
      </DialogText>
      <Ends intent="leave">Go to Home</Ends>
    </JourneyDialog>
  );
}

interface ReactivationDialogProps {
  /** Null when the server did not say when the account was deleted. */
  daysRemaining: number | null;
  erasedAt: number;
}

export function ReactivationDialog({ daysRemaining, erasedAt }: ReactivationDialogProps) {
  return (
    <JourneyDialog title="Account Reactivation" onEscape={useIntent("start-over")}>
      {daysRemaining !== null && (
        <p className={days}>
          {daysRemaining}
          <small className="text-17/tight font-semibold text-ink-2">
            {daysRemaining === 1 ? "day remaining" : "days remaining"}
          </small>
        </p>
      )}
      <DialogText>
        {inactive.what}{" "}
        {daysRemaining === null ? (
          comeBack.what
        ) : (
          <DatedLifecycle date={<ErasureDate at={erasedAt} />} />
        )}
      </DialogText>
      <Ends intent="start-over">Close</Ends>
    </JourneyDialog>
  );
}

/** The receipt; it stays on the page when the dialog is left with Escape. */
export function DoneDialog({ place, erasedAt }: { place: PlaceAt<"done">; erasedAt: number }) {
  const scripted = useHydrated();
  const erased = `${formatDateTime(erasedAt)} UTC`;
  return (
    <JourneyDialog title="Account Deleted Successfully">
      <DialogText>
        {inactive.what} <DatedLifecycle date={erased} />
      </DialogText>
      <dl className={receipt}>
        <dt className="text-ink-2">Reference number</dt>
        <dd className={entry}>{place.reference}</dd>
        <dt className="text-ink-2">Inactive since</dt>
        <dd className={entry}>
          <time dateTime={formatIso(place.deletedAt)}>{formatDateTime(place.deletedAt)} UTC</time>
        </dd>
        <dt className="text-ink-2">Permanently deleted on</dt>
        <dd className={entry}>
          <time dateTime={formatIso(erasedAt)}>{erased}</time>
        </dd>
      </dl>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-1 text-15 print:hidden">
        <a className={textAct} href={`${pages.deleteUser.path}/reminder.ics`} download>
          <CalendarPlus className="-mt-0.75 icon" aria-hidden />
          Calendar file (.ics)
        </a>
        {scripted ? (
          <button type="button" className={textAct} onClick={() => window.print()}>
            <Printer className="-mt-0.75 icon" aria-hidden />
            Print this receipt
          </button>
        ) : (
          <span className="text-ink-2">Print this page to keep a receipt.</span>
        )}
      </p>
      <Ends intent="leave">OK</Ends>
    </JourneyDialog>
  );
}

const days =
  "mt-1 mb-3.5 flex flex-wrap items-baseline gap-2.5 text-title/none font-extrabold tabular-nums";

const receipt = [
  "mt-5 mb-3.5 grid grid-cols-auto-1 gap-x-5 gap-y-1.5 max-sm:grid-cols-1 max-sm:gap-0",
  "border-y border-line pt-3.5 pb-3 text-15",
].join(" ");
const entry = "font-bold tabular-nums max-sm:mb-2";

/** A dialog's words; the dates in them stand out. */
function DialogText({ children }: { children: ReactNode }) {
  return <p className="text-ink-2 [&_time]:text-ink">{children}</p>;
}

/** What else to know of what went wrong. */
function Note({ children }: { children: ReactNode }) {
  return <p className="mb-3 text-15 text-ink-2 [&_time]:text-ink">{children}</p>;
}

/** The one thing to do, and the way back to the first step. */
function Ends({ intent, children }: { intent: Intent; children: string }) {
  return (
    <DialogActions className="mt-6">
      <IntentForm intent={intent}>
        <Submit intent={intent} tone="ink" wide>
          {children}
        </Submit>
      </IntentForm>
      <IntentForm intent="start-over">
        <Submit intent="start-over" tone="line" wide>
          Use another number
        </Submit>
      </IntentForm>
    </DialogActions>
  );
}
