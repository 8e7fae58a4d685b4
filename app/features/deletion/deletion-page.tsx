import { Check } from "lucide-react";
import { useEffect, useRef, type ComponentType } from "react";
import type { PlainMessageId } from "~/content/catalogue";
import { pages } from "~/content/pages";
import type { DeletionPage as Page, DeletionPlace, PlaceAt } from "server/deletion/page.server";
import { useMessages } from "./page-language";
import { useSite } from "~/features/shell/site";
import { problemSummary } from "~/ui/problem-summary";
import { SandboxNote } from "~/ui/sandbox-note";
import { CodeStep } from "./code-step";
import { isDialog, NotRegisteredDialog, ReactivationDialog } from "./dialogs";
import { Help, Information } from "./information";
import { HEADING_ID } from "./intent-form";
import { PhoneStep } from "./phone-step";
import { StepProblem } from "./problem";
import { ReasonsStep, SignedOutStep } from "./reasons-step";
import { Receipt } from "./receipt";
import { ShownPage, usePage } from "./shown-page";

/** The account-deletion page. @param sandbox whether codes are sent only to the sandbox's outbox */
export function DeletionPage({ page, sandbox }: { page: Page; sandbox: boolean }) {
  const messages = useMessages();
  const { text, rich } = messages;
  const { place, problem } = page;
  // Each component takes the place of its row.
  const Step = steps[place.at] as ComponentType<{ place: DeletionPlace }>;
  const isFirst = place.at === "phone" && problem === null && page.maybeDeleted === null;
  useStepFocus(page);
  return (
    <ShownPage.Provider value={{ ...messages, ...page }}>
      <div className={columns}>
        <div>
          <h1 className={isFirst ? "text-40 deck:text-52" : "text-subheading deck:text-52"}>
            {text("page.title")}
          </h1>
          {isFirst && (
            <p className="mt-4 max-w-measure-46 text-17/body text-pretty text-ink-2">
              {text("facts.lead")}
            </p>
          )}
          <Maker />
          <div className={card}>
            <ProgressDots />
            {/* A dialog shows its problem itself, because all else is inert. */}
            {!isDialog(place.at) && <StepProblem />}
            <Step key={stepOf(place)} place={place} />
          </div>
          {sandbox && (
            <SandboxNote className="mt-4 print:hidden">
              {rich("sandbox.note", {
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
function Maker() {
  const { text } = usePage();
  const { siteName } = useSite();
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

/** What is shown at each place of the journey. */
const steps: { [At in DeletionPlace["at"]]: ComponentType<{ place: PlaceAt<At> }> } = {
  phone: PhoneStep,
  code: CodeStep,
  reasons: ReasonsStep,
  confirm: ReasonsStep,
  "signed-out": SignedOutStep,
  "not-registered": NotRegisteredDialog,
  reactivation: ReactivationDialog,
  done: Receipt,
};

/** The steps of the journey, each with its places. */
const dots: [name: PlainMessageId, places: DeletionPlace["at"][]][] = [
  ["progress.phone", ["phone", "reactivation"]],
  ["progress.code", ["code", "not-registered"]],
  ["progress.reason", ["reasons", "confirm", "signed-out", "done"]],
];

/** The three steps of the journey, with the current step marked; after the deletion all are done. */
function ProgressDots() {
  const { text, place } = usePage();
  const current = dots.findIndex(([, places]) => places.includes(place.at));
  return (
    <ol className="mb-7 flex print:hidden" aria-label={text("progress.label")}>
      {dots.map(([name], index) => {
        const isCurrent = index === current;
        const done = place.at === "done" || index < current;
        return (
          <li
            key={name}
            className={`${stop} ${isCurrent ? "text-ink" : "text-ink-2"} ${done ? "after:text-mark" : "after:text-lane-off"}`}
            aria-current={isCurrent ? "step" : undefined}
          >
            <span className={`${dot} ${done ? doneDot : isCurrent ? currentDot : "border-edge"}`}>
              {done ? (
                <Check className="size-4.5" strokeWidth={2.2} aria-label={text("progress.done")} />
              ) : (
                index + 1
              )}
            </span>
            <span className={isCurrent ? undefined : "max-sm:sr-only"}>{text(name)}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** A step with the dashed line to the next one. */
const stop =
  "relative flex flex-1 items-center gap-2 text-15 font-semibold last:flex-none sm:gap-2.5 " +
  "after:ms-1.5 after:me-3 after:h-1 after:flex-1 last:after:hidden sm:after:ms-0.5 " +
  "after:bg-[repeating-linear-gradient(90deg,currentColor_0_14px,transparent_14px_22px)]";

const dot =
  "grid size-8 flex-none place-items-center rounded-full border-control text-15/none font-bold tabular-nums";
const currentDot =
  "border-asphalt bg-asphalt text-white forced-colors:forced-color-adjust-none " +
  "forced-colors:border-highlight forced-colors:bg-highlight forced-colors:text-highlight-ink";
const doneDot = "border-accent bg-accent text-asphalt";

const columns =
  "page-wrap grid grid-cols-1 items-start gap-x-18 gap-y-6 pt-9 pb-14 wrap-break-word max-deck:px-4 " +
  "deck:grid-cols-7-5 deck:pt-16 deck:pb-24 print:block print:p-0";

/** The frame of a step; a printed receipt has no frame. */
const card =
  "border border-line bg-raised px-5 pt-6 pb-6.5 deck:px-8 deck:pt-8 deck:pb-8.5 " +
  "print:border-0 print:px-0 print:pt-6 print:pb-0";

/**
 * Moves the focus when scripts change the page: to the problem, or to the heading of the next step. Dialogs move it
 * themselves. After loading a document the focus does not move.
 */
function useStepFocus({ place, problem }: Page): void {
  const { at } = place;
  const step = stepOf(place);
  const last = useRef({ at, step, problem });
  useEffect(() => {
    const before = last.current;
    last.current = { at, step, problem };
    if (problem !== null && problem !== before.problem) problemSummary()?.focus();
    // A dialog that is gone gives the focus back to its opener, if it had one.
    else if (step !== before.step || (at !== before.at && document.activeElement === document.body))
      document.getElementById(HEADING_ID)?.focus();
  }, [at, step, problem]);
}

/** What tells steps apart: each code needs an empty field, and the confirmation stands above the reasons. */
function stepOf(place: DeletionPlace): string | number {
  if (place.at === "code") return place.goodUntil;
  return place.at === "confirm" ? "reasons" : place.at;
}
