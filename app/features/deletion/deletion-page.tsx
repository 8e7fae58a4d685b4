import { useEffect, useRef } from "react";
import type { PlainMessageId } from "~/content/catalogue";
import { pages } from "~/content/pages";
import type { DeletionPage as Page, DeletionPlace } from "server/deletion/page.server";
import { useMessages, type Messages } from "./messages";
import { pageTitle } from "~/features/shell/page-meta";
import { useSite } from "~/features/shell/site";
import { problemSummary } from "~/ui/problem-summary";
import { SandboxNote } from "~/ui/sandbox-note";
import { CODE_FIELD_ID, CodeStep } from "./code-step";
import { ConfirmDialog, dialogs, NotRegisteredDialog, ReactivationDialog } from "./dialogs";
import { Help, Information } from "./information";
import { PhoneStep } from "./phone-step";
import { StepProblem } from "./problem";
import { ProgressDots } from "./progress-dots";
import { DELETE_BUTTON_ID, ReasonsStep, SignedOutStep } from "./reasons-step";
import { Receipt } from "./receipt";
import { ShownPage } from "./shown-page";
import { HEADING_ID } from "./words";

/** The account-deletion page. @param sandbox whether codes are sent only to the sandbox's outbox */
export function DeletionPage({ page, sandbox }: { page: Page; sandbox: boolean }) {
  const messages = useMessages();
  const { siteName } = useSite();
  const { place, problem } = page;
  const isFirst = place.at === "phone" && problem === null && page.maybeDeleted === null;
  const title = pageTitle(stepTitle(messages, page), siteName);
  useStepFocus(page);
  // Remix computes the title from loader data, but the page may come from an action.
  useEffect(() => {
    if (document.title !== title) document.title = title;
  });
  return (
    <ShownPage.Provider value={page}>
      <div className={columns}>
        <div>
          <h1 className={isFirst ? "text-40 deck:text-52" : "text-subheading deck:text-52"}>
            {messages.text("page.title")}
          </h1>
          {isFirst && (
            <p className="mt-4 max-w-measure-46 text-17/body text-pretty text-ink-2">
              {messages.text("facts.lead")}
            </p>
          )}
          <Maker siteName={siteName} />
          <div className={card}>
            <ProgressDots />
            {/* A dialog shows its problem itself, because all else is inert. */}
            {!(place.at in dialogs) && <StepProblem />}
            <Step place={place} />
          </div>
          {sandbox && (
            <SandboxNote className="mt-4 print:hidden">
              {messages.rich("sandbox.note", {
                link: (name) => (
                  <a href="/sandbox/outbox" hrefLang="en">
                    {name}
                  </a>
                ),
              })}
            </SandboxNote>
          )}
        </div>
        <div className="pt-2 print:hidden">
          <Information />
          <Help />
        </div>
      </div>
    </ShownPage.Provider>
  );
}

/** The names of the app and of its developer, which the app store requires. */
function Maker({ siteName }: { siteName: string }) {
  const { text } = useMessages();
  return (
    <p className="mt-3 mb-6 flex flex-wrap gap-x-5 text-15/body text-ink-2 print:hidden">
      <span>
        <b className="text-ink">{text("facts.app")}</b> <bdi lang="en">{pages.scout.title}</bdi>
      </span>
      <span>
        <b className="text-ink">{text("facts.developer")}</b> <bdi lang="en">{siteName}</bdi>
      </span>
    </p>
  );
}

/** The step of the journey at a place. */
function Step({ place }: Pick<Page, "place">) {
  switch (place.at) {
    case "phone":
      return <PhoneStep />;
    case "code":
      // A new code needs an empty field.
      return <CodeStep key={place.goodUntil} place={place} />;
    case "reasons":
      return <ReasonsStep place={place} />;
    case "confirm":
      return (
        <>
          <ConfirmDialog place={place} />
          <ReasonsStep place={place} />
        </>
      );
    case "signed-out":
      return <SignedOutStep place={place} />;
    case "not-registered":
      return <NotRegisteredDialog />;
    case "reactivation":
      return <ReactivationDialog place={place} />;
    case "done":
      return <Receipt place={place} />;
  }
}

const columns =
  "page-wrap grid grid-cols-1 items-start gap-x-18 gap-y-6 pt-9 pb-14 wrap-break-word max-deck:px-4 " +
  "deck:grid-cols-7-5 deck:pt-16 deck:pb-24 print:block print:p-0";

/** The frame of a step; a printed receipt has no frame. */
const card =
  "border border-line bg-raised px-5 pt-6 pb-6.5 deck:px-8 deck:pt-8 deck:pb-8.5 " +
  "print:border-0 print:px-0 print:pt-6 print:pb-0";

const stepNames: Partial<Record<DeletionPlace["at"], PlainMessageId>> = {
  code: "code.heading",
  reasons: "reasons.heading",
  confirm: "confirm.title",
  done: "done.title",
  "signed-out": "code.heading",
  "not-registered": "not-registered.title",
  reactivation: "reactivation.title",
};

/** The page's title, preceded by the step and, after a refusal, by 'Error': screen readers read it first. */
export function stepTitle({ text }: Messages, { place, problem }: Page): string {
  const title = text("page.title");
  const name = stepNames[place.at];
  const step = name ? text("page.title-of-step", { step: text(name), title }) : title;
  return problem ? text("page.title-of-error", { title: step }) : step;
}

/**
 * Moves the focus when scripts change the page: to the problem, to the field of a new code, to the heading of the next
 * step, or back to the button that opened a dialog. After loading a document the focus does not move.
 */
function useStepFocus({ place, problem }: Page): void {
  const last = useRef({ place, problem });
  useEffect(() => {
    const before = last.current;
    last.current = { place, problem };
    const { at } = place;
    if (problem !== null && problem !== before.problem) problemSummary()?.focus();
    else if (at !== before.place.at) {
      const isBack = before.place.at === "confirm" && at === "reasons";
      document.getElementById(isBack ? DELETE_BUTTON_ID : HEADING_ID)?.focus();
    } else if (codeOf(place) !== codeOf(before.place)) {
      document.getElementById(CODE_FIELD_ID)?.focus();
    }
  }, [place, problem]);
}

/** What tells codes apart: the end of their validity. */
const codeOf = (place: DeletionPlace) => (place.at === "code" ? place.goodUntil : 0);
