import { Check } from "lucide-react";
import type { ComponentType } from "react";
import { pages } from "~/content/pages";
import type { DeletionPage as Page, DeletionPlace, PlaceAt } from "server/deletion/page.server";
import { Reference } from "~/features/shell/error-page";
import { useSite } from "~/features/shell/site";
import { ButtonLink } from "~/ui/button";
import { SandboxNote } from "~/ui/sandbox-note";
import { NotRegisteredDialog, ReactivationDialog, Receipt } from "./dialogs";
import { Help, Information } from "./information";
import { StepProblem, useHeadingFocus } from "./step-form";
import { useMessages } from "./page-language";
import { ShownPage, usePage } from "./shown-page";
import { CodeStep, PhoneStep, ReasonsStep, SignedOutStep } from "./steps";
import { englishLink, Mailbox } from "./values";

/** The account-deletion page. @param sandbox whether codes are sent only to the sandbox's outbox */
export function DeletionPage({ page, sandbox }: { page: Page; sandbox: boolean }) {
  const messages = useMessages();
  const { text, rich } = messages;
  const { place, problem } = page;
  // Each component takes the place of its row.
  const Step = places[place.at].Step as ComponentType<{ place: DeletionPlace }>;
  const isFirst = place.at === "phone" && problem === null && page.maybeDeleted === null;
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
            {!places[place.at].isDialog && <StepProblem />}
            {/* Each code has an empty field. */}
            <Step key={place.at === "code" ? place.goodUntil : ""} place={place} />
          </div>
          {sandbox && (
            <SandboxNote className="mt-4 print:hidden">
              {rich("sandbox.note", { link: englishLink("/sandbox/outbox") })}
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

/** Each place of the journey: the index of its progress dot, and what it shows. */
const places: {
  [At in DeletionPlace["at"]]: {
    dot: 0 | 1 | 2;
    Step: ComponentType<{ place: PlaceAt<At> }>;
    isDialog?: true;
  };
} = {
  phone: { dot: 0, Step: PhoneStep },
  reactivation: { dot: 0, Step: ReactivationDialog, isDialog: true },
  code: { dot: 1, Step: CodeStep },
  "not-registered": { dot: 1, Step: NotRegisteredDialog, isDialog: true },
  reasons: { dot: 2, Step: ReasonsStep },
  confirm: { dot: 2, Step: ReasonsStep, isDialog: true },
  "signed-out": { dot: 2, Step: SignedOutStep },
  done: { dot: 2, Step: Receipt, isDialog: true },
};

const dots = ["progress.phone", "progress.code", "progress.reason"] as const;

/** The three steps of the journey, with the current step marked; after the deletion all are done. */
function ProgressDots() {
  const { text, place } = usePage();
  const current = places[place.at].dot;
  return (
    <ol className="mb-7 flex print:hidden" aria-label={text("progress.label")}>
      {dots.map((name, index) => {
        const isCurrent = index === current;
        const done = place.at === "done" || index < current;
        return (
          <li
            key={name}
            className={`${stop} ${isCurrent ? "text-ink" : "text-ink-2"} ${done ? "after:text-mark" : "after:text-lane-off"}`}
            aria-current={isCurrent ? "step" : undefined}
          >
            <span className={`${dot} ${done ? doneDot : isCurrent ? currentDot : "border-edge"}`}>
              {done ? <Check className="size-4.5" aria-label={text("progress.done")} /> : index + 1}
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

/** Error page of the deletion: what it means for the account that the page could not be made, and what to do next. */
export function DeletionError() {
  const { text, rich } = useMessages();
  return (
    <div className="page-wrap grid justify-items-start gap-5 py-16 max-deck:px-4 max-deck:py-9">
      <h1
        className="text-[min(3.25rem,12vw)] wrap-anywhere focus:outline-none"
        ref={useHeadingFocus()}
        tabIndex={-1}
      >
        {text("error.title")}
      </h1>
      <p className="max-w-measure text-21/normal">{text("error.text")}</p>
      <p className="max-w-measure">
        {text("error.deleted")} {text("lost.find-out")}
      </p>
      {/* A link that loads the document again, because the page's scripts may have failed. */}
      <ButtonLink href={pages.deleteUser.path} tone="ink">
        {text("error.again")}
      </ButtonLink>
      <p className="max-w-measure text-15 text-ink-2">
        {rich("error.write", { email: <Mailbox /> })}
      </p>
      <Reference
        className="text-15 text-ink-2"
        label={text("error.reference", { reference: "" })}
      />
    </div>
  );
}
