import { Link } from "@remix-run/react";
import { appName } from "~/content/account-deletion";
import { pages } from "~/content/pages";
import { useSite } from "~/features/shell/site";
import { SandboxNote } from "~/ui/sandbox-note";
import { CodeStep } from "./code-step";
import type { DeletionPage as Page, Problem } from "./deletion-types";
import { ErasureDate } from "./erasure-date";
import { InformationPanel } from "./information-panel";
import {
  ConfirmDialog,
  DoneDialog,
  NotRegisteredDialog,
  ReactivationDialog,
} from "./journey-dialogs";
import { PhoneStep } from "./phone-step";
import { ProblemSummary } from "./problem-summary";
import { ProgressDots } from "./progress-dots";
import { ReasonsStep } from "./reasons-step";
import { useStepFocus } from "./use-step-focus";

interface DeletionPageProps {
  page: Page;
  problem: Problem | null;
  /** Whether codes only go to the sandbox's outbox. */
  sandbox: boolean;
}

/** The account-deletion page. */
export function DeletionPage({ page, problem, sandbox }: DeletionPageProps) {
  const { siteName, contactEmail } = useSite();
  const { place, erasedAt } = page;
  useStepFocus(place.at, problem);
  return (
    <>
      <div className="wrap del">
        <div className="journey">
          {sandbox && (
            <SandboxNote className="mb-6 print:hidden">
              Sandbox data. No code leaves this machine: read it in the{" "}
              <a href="/sandbox/outbox">outbox</a>.
            </SandboxNote>
          )}
          <h1>Delete your account</h1>
          <p className="lead">
            Three steps. Your account is inactive immediately, and permanently deleted after 90
            days.
          </p>
          <dl className="facts">
            <dt>App</dt>
            <dd>{appName}</dd>
            <dt>Developer</dt>
            <dd>{siteName}</dd>
            <dt>Deleted</dt>
            <dd>
              Your account and your personal data, permanently on <ErasureDate at={erasedAt} />.
              Until then you can come back.
            </dd>
            <dt>Kept</dt>
            <dd>Anonymized data may be kept indefinitely.</dd>
          </dl>
          <div className="card" data-place={place.at}>
            <ProgressDots current={page.step} finished={place.at === "done"} />
            <Notice page={page} problem={problem} contactEmail={contactEmail} />
            <Step page={page} problem={problem} contactEmail={contactEmail} />
          </div>
        </div>
        <div className="beside">
          <InformationPanel erasedAt={erasedAt} />
          <p className="helpb">
            <b>Need help?</b> No WhatsApp on this number, or no code? Write to{" "}
            <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.<br />
            How we treat data: <Link to={`${pages.privacy.path}/`}>privacy policy</Link>.
          </p>
        </div>
      </div>
    </>
  );
}

interface PartProps {
  page: Page;
  problem: Problem | null;
  contactEmail: string;
}

/** What to know before the step: what went wrong, or why one is back at its beginning. */
function Notice({ page, problem, contactEmail }: PartProps) {
  const { place, now } = page;
  // The confirmation says it inside its dialog.
  if (place.at === "confirm") return null;
  const expired = { message: "This code has expired. Ask for a new one." };
  const shown = problem ?? refused(page) ?? (place.at === "expired" ? expired : null);
  return shown && <ProblemSummary problem={shown} now={now} contactEmail={contactEmail} />;
}

/** The limit that the page still has to tell of, after a reload too. */
function refused({ refusal }: Page): Problem | null {
  return refusal && { message: refusal.message, retryAt: refusal.until };
}

function Step({ page, problem, contactEmail }: PartProps) {
  const { place, now, erasedAt, press } = page;
  switch (place.at) {
    case "phone":
    case "locked":
    case "expired":
      return <PhoneStep press={press} problem={problem} />;
    case "code":
      return <CodeStep place={place} now={now} problem={problem} />;
    case "reasons":
      return <ReasonsStep place={place} problem={problem} />;
    case "confirm":
      return (
        <>
          <ConfirmDialog
            erasedAt={erasedAt}
            problem={problem ?? refused(page)}
            lost={place.lost}
            now={now}
            contactEmail={contactEmail}
          />
          <ReasonsStep place={place} problem={null} />
        </>
      );
    case "not-registered":
      return <NotRegisteredDialog />;
    case "reactivation":
      return <ReactivationDialog daysRemaining={place.daysRemaining} erasedAt={erasedAt} />;
    case "done":
      return <DoneDialog place={place} erasedAt={erasedAt} />;
  }
}
