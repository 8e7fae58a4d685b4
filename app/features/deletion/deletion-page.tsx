import { useEffect, useRef } from "react";
import { tryStorage } from "~/lib/storage";
import { problemSummary } from "~/ui/problem-summary";
import { useMessages } from "~/features/shell/messages";
import { pageTitle } from "~/features/shell/page-meta";
import { useSite } from "~/features/shell/site";
import { SandboxNote } from "~/ui/sandbox-note";
import type { DeletionPage as Page, DeletionPlace, Problem } from "./deletion-types";
import { Facts } from "./facts";
import { Help } from "./help";
import { InformationPanel } from "./information-panel";
import { PageSession } from "./intent-form";
import { ProgressDots } from "./progress-dots";
import { DELETE_BUTTON_ID } from "./reasons-step";
import { displayedProblem, stepTitle } from "./step-title";
import { Step } from "./step";
import { HEADING_ID } from "./step-heading";
import { StepProblem } from "./step-problem";

interface DeletionPageProps {
  page: Page;
  problem: Problem | null;
  /** Whether codes are sent only to the sandbox's outbox. */
  sandbox: boolean;
}

/** The account-deletion page. */
export function DeletionPage({ page, problem, sandbox }: DeletionPageProps) {
  const messages = useMessages();
  const { siteName } = useSite();
  const { place, erasedAt } = page;
  const pageProblem = displayedProblem(page, problem);
  useStepFocus(place.at, problem);
  useTitle(pageTitle(stepTitle(messages, page, problem), siteName));
  useEmptiedStorage(place.at === "done");
  const stepFirst = place.at !== "phone" || pageProblem !== null;
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
      <StepProblem place={place.at} now={page.now} problem={pageProblem} />
      <PageSession.Provider value={page.session}>
        <Step page={page} problem={pageProblem} />
      </PageSession.Provider>
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
