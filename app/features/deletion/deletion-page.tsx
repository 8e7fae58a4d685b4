import { useEffect, useRef } from "react";
import { tryStorage } from "~/lib/storage";
import { problemSummary } from "~/ui/problem-summary";
import { useMessages } from "~/features/shell/messages";
import { pageTitle } from "~/features/shell/page-meta";
import { useSite } from "~/features/shell/site";
import { SandboxNote } from "~/ui/sandbox-note";
import { CodeStep } from "./code-step";
import type { DeletionPage as Page } from "./deletion-types";
import { Facts } from "./facts";
import { Help } from "./help";
import { InformationPanel } from "./information-panel";
import { PageIds } from "./intent-form";
import {
  ConfirmDialog,
  DoneDialog,
  NotRegisteredDialog,
  ReactivationDialog,
} from "./journey-dialogs";
import { PhoneStep } from "./phone-step";
import { StepProblem } from "./problem";
import { ProgressDots } from "./progress-dots";
import { DELETE_BUTTON_ID, ReasonsStep, SignedOutStep } from "./reasons-step";
import { HEADING_ID } from "./step-heading";
import { stepTitle } from "./step-title";

interface DeletionPageProps {
  page: Page;
  /** Whether codes are sent only to the sandbox's outbox. */
  sandbox: boolean;
}

/** The account-deletion page. */
export function DeletionPage({ page, sandbox }: DeletionPageProps) {
  const messages = useMessages();
  const { siteName } = useSite();
  const { place, erasedAt, problem, maybeDeleted } = page;
  useStepFocus(page);
  useTitle(pageTitle(stepTitle(messages, page), siteName));
  useEmptiedStorage(place.at === "done");
  const stepFirst = place.at !== "phone" || problem !== null || maybeDeleted !== null;
  const facts = <Facts key="facts" erasedAt={erasedAt} siteName={siteName} folded={stepFirst} />;
  const note = sandbox && (
    <SandboxNote key="note" className={`print:hidden ${stepFirst ? "mt-4" : "mb-6"}`}>
      {messages.rich("sandbox.note", {
        link: (name) => (
          <a href="/sandbox/outbox" hrefLang="en">
            {name}
          </a>
        ),
      })}
    </SandboxNote>
  );
  const title = (
    <h1 key="title" className={stepFirst ? smallHeading : largeHeading}>
      {messages.text("page.title")}
    </h1>
  );
  const step = (
    <div key="step" className={card} data-place={place.at}>
      <ProgressDots current={page.step} finished={place.at === "done"} />
      <PageIds.Provider value={page}>
        {/* The confirmation shows its problem inside its dialog. */}
        {place.at !== "confirm" && <StepProblem page={page} />}
        <Step page={page} />
      </PageIds.Provider>
    </div>
  );
  return (
    <div className={columns}>
      {/* Keyed children of one element: React reorders them without losing typed values. */}
      <div>{stepFirst ? [title, step, note, facts] : [note, title, facts, step]}</div>
      <div className="pt-2 print:hidden">
        <InformationPanel erasedAt={erasedAt} />
        <Help />
      </div>
    </div>
  );
}

/** The step of the journey at the page's place. */
function Step({ page }: { page: Page }) {
  const { place } = page;
  switch (place.at) {
    case "phone":
      return <PhoneStep page={page} />;
    case "code":
      return <CodeStep page={page} place={place} />;
    case "reasons":
      return <ReasonsStep page={page} place={place} />;
    case "confirm":
      return (
        <>
          <ConfirmDialog page={page} place={place} />
          <ReasonsStep page={{ ...page, problem: null }} place={place} />
        </>
      );
    case "signed-out":
      return <SignedOutStep place={place} />;
    case "not-registered":
      return <NotRegisteredDialog />;
    case "reactivation":
      return <ReactivationDialog page={page} place={place} />;
    case "done":
      return <DoneDialog page={page} place={place} />;
  }
}

const columns =
  "page-wrap grid grid-cols-1 items-start gap-x-18 gap-y-6 pt-9 pb-14 wrap-break-word max-deck:px-4 " +
  "deck:grid-cols-7-5 deck:pt-16 deck:pb-24 print:block print:p-0";

/** Small where the step comes before the facts. */
const smallHeading = "mb-4 text-subheading deck:mb-6 deck:text-52";
const largeHeading = "text-40 deck:text-52";

/** The frame of a step; a printed receipt has no frame. */
const card =
  "border border-line bg-raised px-5 pt-6 pb-6.5 deck:px-8 deck:pt-8 deck:pb-8.5 " +
  "print:border-0 print:px-0 print:pt-6 print:pb-0";

/**
 * Moves the focus when scripts change the page: to the problem, to the heading of the next step, or back to the button
 * that opened a dialog. After loading a document the focus does not move.
 */
function useStepFocus({ place: { at }, problem }: Page): void {
  const last = useRef({ at, problem });
  useEffect(() => {
    const before = last.current;
    last.current = { at, problem };
    if (problem !== null && problem !== before.problem) problemSummary()?.focus();
    else if (at === before.at) return;
    else focus(before.at === "confirm" && at === "reasons" ? DELETE_BUTTON_ID : HEADING_ID);
  }, [at, problem]);
}

function focus(id: string): void {
  document.getElementById(id)?.focus();
}

/** Sets the document's title: Remix computes it from loader data, but the page may come from an action. */
function useTitle(title: string): void {
  useEffect(() => {
    if (document.title !== title) document.title = title;
  });
}

/** Clears local and session storage once the account is deleted. Forbidden storage is empty anyway. */
function useEmptiedStorage(deleted: boolean): void {
  useEffect(() => {
    if (!deleted) return;
    tryStorage(() => localStorage.clear());
    tryStorage(() => sessionStorage.clear());
  }, [deleted]);
}
