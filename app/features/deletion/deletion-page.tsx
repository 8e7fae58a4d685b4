import { Link, type LinkProps } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { appName } from "~/content/account-deletion";
import { problemSummary } from "~/ui/problem-summary";
import { pages } from "~/content/pages";
import { useSite } from "~/features/shell/site";
import { SandboxNote } from "~/ui/sandbox-note";
import type { DeletionPage as Page, DeletionPlace, Problem } from "./deletion-types";
import { ErasureDate } from "./erasure-date";
import { InformationPanel } from "./information-panel";
import { ProgressDots } from "./progress-dots";
import { DELETE_BUTTON_ID } from "./reasons-step";
import { Step } from "./step";
import { HEADING_ID } from "./step-heading";
import { StepProblem } from "./step-problem";

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
  useEmptiedStorage(place.at === "done");
  return (
    <div className={columns}>
      <div>
        {sandbox && (
          <SandboxNote className="mb-6 print:hidden">
            Sandbox data. No code leaves this machine: read it in the{" "}
            <a href="/sandbox/outbox">outbox</a>.
          </SandboxNote>
        )}
        <h1 className="text-[min(2.5rem,19vw)] deck:text-[3.25rem]">Delete your account</h1>
        <p className="mt-4 mb-5 max-w-[46ch] text-17/[1.45] text-pretty text-ink-2 print:hidden">
          Three steps. Your account is inactive immediately, and permanently deleted after 90 days.
        </p>
        <Facts erasedAt={erasedAt} siteName={siteName} />
        <div className={card} data-place={place.at}>
          <ProgressDots current={page.step} finished={place.at === "done"} />
          <StepProblem page={page} problem={problem} contactEmail={contactEmail} />
          <Step page={page} problem={problem} contactEmail={contactEmail} />
        </div>
      </div>
      <div className="pt-2 print:hidden">
        <InformationPanel erasedAt={erasedAt} />
        <p className="mt-6 text-15/[1.6] text-ink-2">
          <b className="text-ink">Need help?</b> No WhatsApp on this number, or no code? Write to{" "}
          <HelpLink to={`mailto:${contactEmail}`}>{contactEmail}</HelpLink>.<br />
          How we treat data: <HelpLink to={`${pages.privacy.path}/`}>privacy policy</HelpLink>.
        </p>
      </div>
    </div>
  );
}

const columns = [
  "page-wrap grid grid-cols-1 items-start gap-x-18 gap-y-6 pt-9 pb-14 wrap-break-word max-deck:px-4",
  "deck:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] deck:pt-16 deck:pb-24 print:block print:p-0",
].join(" ");

function HelpLink(props: LinkProps) {
  return <Link className="font-bold text-ink" {...props} />;
}

/** On paper it is the receipt, without a frame. */
const card = [
  "border border-line bg-raised px-5 pt-6 pb-6.5 deck:px-8 deck:pt-8 deck:pb-8.5",
  "print:border-0 print:px-0 print:pt-6 print:pb-0",
].join(" ");

/** What the app store wants to be said before the first step. */
function Facts({ erasedAt, siteName }: { erasedAt: number; siteName: string }) {
  return (
    <dl className={facts}>
      <dt className="font-bold">App</dt>
      <dd className={fact}>{appName}</dd>
      <dt className="font-bold">Developer</dt>
      <dd className={fact}>{siteName}</dd>
      <dt className="font-bold">Deleted</dt>
      <dd className={fact}>
        Your account and your personal data, permanently on <ErasureDate at={erasedAt} />. Until
        then you can come back.
      </dd>
      <dt className="font-bold">Kept</dt>
      <dd className={fact}>Anonymized data may be kept indefinitely.</dd>
    </dl>
  );
}

const facts = [
  "mb-9 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-5 gap-y-1 text-15/[1.45] print:hidden",
  "max-[361px]:grid-cols-1 max-[361px]:gap-0",
].join(" ");
const fact = "text-ink-2 max-[361px]:mb-2";

/**
 * Takes the focus along when the page changes without being loaded: to what went wrong, to the heading of the next
 * step, or back to the button that a dialog was opened with. A page that was just loaded is left alone.
 */
function useStepFocus(place: DeletionPlace["at"], problem: Problem | null): void {
  const last = useRef({ place, problem });
  useEffect(() => {
    const before = last.current;
    last.current = { place, problem };
    if (problem !== null && problem !== before.problem) problemSummary()?.focus();
    else if (place === before.place) return;
    else focus(before.place === "confirm" && place === "reasons" ? DELETE_BUTTON_ID : HEADING_ID);
  }, [place, problem]);
}

function focus(id: string): void {
  document.getElementById(id)?.focus();
}

/** Empties local and session storage once an account is deleted. */
function useEmptiedStorage(deleted: boolean): void {
  useEffect(() => {
    if (!deleted) return;
    try {
      localStorage.clear();
      sessionStorage.clear();
    } catch {
      // Storage may be blocked; then there is nothing in it.
    }
  }, [deleted]);
}
