import { useSubmit } from "@remix-run/react";
import { CalendarPlus, Printer } from "lucide-react";
import { lifecycle } from "~/content/account-deletion";
import { pages } from "~/content/pages";
import { formatDateTime, formatIso } from "~/lib/format-date";
import { useHydrated } from "~/ui/use-hydrated";
import type { Intent, PlaceAt, Problem } from "./deletion-types";
import { DatedLifecycle, ErasureDate } from "./erasure-date";
import { IntentForm, Submit } from "./intent-form";
import { JourneyDialog } from "./journey-dialog";
import { LostAnswer } from "./lost-answer";
import { RetryTime } from "./remaining-time";

/** The dialogs of the journey. */

const [inactive, comeBack] = lifecycle;

/** What is said when no answer came. */
const UNANSWERED = "Failed to delete account. Please try again.";

function useIntent(intent: Intent) {
  const submit = useSubmit();
  return () => submit({ intent }, { method: "post", replace: true, preventScrollReset: true });
}

interface ConfirmDialogProps {
  erasedAt: number;
  /** Why the last try to delete did not work. */
  problem: Problem | null;
  /** Reference number of a try whose answer was lost. */
  lost: string | null;
  now: number;
  contactEmail: string;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { erasedAt, lost, now, contactEmail } = props;
  // After a reload the page knows what was lost, not in which words it was said.
  const problem = props.problem ?? (lost === null ? null : { message: UNANSWERED });
  return (
    <JourneyDialog title="Confirm Deletion" onEscape={useIntent("cancel")}>
      {problem && (
        <div role="alert">
          <p className="error">{problem.message}</p>
          {problem.note !== undefined && <p className="note">{problem.note}</p>}
          {problem.retryAt !== undefined && (
            <p className="note">
              <RetryTime until={problem.retryAt} now={now} />
            </p>
          )}
          {lost !== null && <LostAnswer reference={lost} contactEmail={contactEmail} />}
        </div>
      )}
      <p>
        Your account becomes inactive immediately.{" "}
        <DatedLifecycle date={<ErasureDate at={erasedAt} />} />
      </p>
      <div className="acts">
        <IntentForm intent="cancel">
          <Submit intent="cancel" className="btn line wide">
            Cancel
          </Submit>
        </IntentForm>
        <IntentForm intent="delete">
          <Submit intent="delete" className="btn stop wide">
            Delete
          </Submit>
        </IntentForm>
      </div>
    </JourneyDialog>
  );
}

export function NotRegisteredDialog() {
  return (
    <JourneyDialog title="Account Not Found" onEscape={useIntent("start-over")}>
      <p>
        No registered phone. There is nothing to delete under this number. Sign up first in the
        mobile app.
      </p>
      <SingleAct intent="leave">Go to Home</SingleAct>
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
        <p className="days">
          {daysRemaining}
          <small>{daysRemaining === 1 ? "day remaining" : "days remaining"}</small>
        </p>
      )}
      <p>
        {inactive.what}{" "}
        {daysRemaining === null ? (
          comeBack.what
        ) : (
          <DatedLifecycle date={<ErasureDate at={erasedAt} />} />
        )}
      </p>
      <SingleAct intent="start-over">Close</SingleAct>
    </JourneyDialog>
  );
}

/** The receipt; it stays on the page when the dialog is left with Escape. */
export function DoneDialog({ place, erasedAt }: { place: PlaceAt<"done">; erasedAt: number }) {
  const scripted = useHydrated();
  const erased = `${formatDateTime(erasedAt)} UTC`;
  return (
    <JourneyDialog title="Account Deleted Successfully">
      <p>
        {inactive.what} <DatedLifecycle date={erased} />
      </p>
      <dl className="receipt">
        <dt>Reference number</dt>
        <dd>{place.reference}</dd>
        <dt>Inactive since</dt>
        <dd>
          <time dateTime={formatIso(place.deletedAt)}>{formatDateTime(place.deletedAt)} UTC</time>
        </dd>
        <dt>Permanently deleted on</dt>
        <dd>
          <time dateTime={formatIso(erasedAt)}>{erased}</time>
        </dd>
      </dl>
      <p className="keep">
        <a className="link" href={`${pages.deleteUser.path}/reminder.ics`} download>
          <CalendarPlus className="i" aria-hidden />
          Calendar file (.ics)
        </a>
        {scripted ? (
          <button type="button" className="text-btn" onClick={() => window.print()}>
            <Printer className="i" aria-hidden />
            Print this receipt
          </button>
        ) : (
          <span className="muted">Print this page to keep a receipt.</span>
        )}
      </p>
      <SingleAct intent="leave">OK</SingleAct>
    </JourneyDialog>
  );
}

function SingleAct({ intent, children }: { intent: Intent; children: string }) {
  return (
    <IntentForm intent={intent} className="acts one">
      <Submit intent={intent} className="btn ink">
        {children}
      </Submit>
    </IntentForm>
  );
}
