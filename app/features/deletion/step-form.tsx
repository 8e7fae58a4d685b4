import { Form, useNavigation, type FormProps } from "@remix-run/react";
import { useEffect, useRef, useState, type ComponentProps, type PropsWithChildren } from "react";
import type { Intent } from "server/deletion/form-fields.server";
import type { Problem } from "server/deletion/outcome.server";
import type { PlainMessageId } from "~/content/catalogue";
import type { Messages } from "~/content/messages";
import { ceilToSecond } from "~/lib/format-moment";
import { useHydrated } from "~/lib/hydration";
import { BusyRing, buttonStyle } from "~/ui/button";
import { FieldLink, ProblemSummary, problemSummary } from "~/ui/problem-summary";
import { usePage } from "./shown-page";
import { Mailbox, Moment, numeral } from "./values";

/** A form of the journey. The server refuses one whose `session` is not the browser's current one. */
export function IntentForm({ intent, children, ...form }: FormProps & { intent: Intent }) {
  const { session, press } = usePage();
  const { state } = useNavigation();
  return (
    <Form
      method="post"
      // The home page, to which it leads, is another document.
      reloadDocument={intent === "leave"}
      onSubmit={(event) => state !== "idle" && event.preventDefault()}
      {...form}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="session" value={session} />
      <input type="hidden" name="press" value={press} />
      {children}
    </Form>
  );
}

interface SubmitProps extends ComponentProps<"button"> {
  intent: Intent;
  name: PlainMessageId;
  /** `text`: for a less important intent; it looks like a link. */
  tone: "ink" | "stop" | "line" | "text";
}

/**
 * The submit button of an intent, with a spinner while its form is being sent. Meanwhile all buttons of the page are
 * `aria-disabled` instead of `disabled`, because a disabled button would lose the focus.
 */
export function Submit({ intent, name, tone, ...button }: SubmitProps) {
  const { text } = usePage();
  const { state, formData } = useNavigation();
  const isBusy = formData?.get("intent") === intent;
  return (
    <button
      type="submit"
      className={tone === "text" ? textButtonStyle : `${buttonStyle({ tone })} w-full px-3!`}
      aria-disabled={state !== "idle" || undefined}
      aria-busy={isBusy || undefined}
      {...button}
    >
      {isBusy && <BusyRing />}
      {text(name)}
    </button>
  );
}

/** A form that consists of its button. */
export function IntentButton({ className, ...submit }: SubmitProps) {
  return (
    <IntentForm intent={submit.intent} className={className}>
      <Submit {...submit} />
    </IntentForm>
  );
}

/** A `ref` for a heading: one that scripts add gets the focus if the element that had it is gone. */
export function useHeadingFocus() {
  const [isAdded] = useState(useHydrated());
  return isAdded ? focusIfLost : undefined;
}

function focusIfLost(heading: HTMLElement | null): void {
  // Safari does not focus a pressed button but `<main>` around it.
  if (document.activeElement?.contains(heading)) heading?.focus();
}

/** The heading of the current step, and the sentence under it. */
export function StepHeading({ title, children }: PropsWithChildren<{ title: PlainMessageId }>) {
  const { text } = usePage();
  return (
    <>
      <h2
        ref={useHeadingFocus()}
        tabIndex={-1}
        className="mb-1.5 text-subheading/subheading outline-none"
      >
        {text(title)}
      </h2>
      {children && <p className="mb-6 text-ink-2">{children}</p>}
    </>
  );
}

/** Style of a link or button of the journey that consists of text only. */
export const textButtonStyle =
  "inline-flex min-h-11 min-w-11 cursor-pointer items-center gap-2 font-bold text-ink underline underline-offset-link " +
  "disabled:cursor-not-allowed disabled:text-ink-2 disabled:no-underline " +
  "aria-disabled:cursor-not-allowed aria-disabled:text-ink-2 aria-disabled:no-underline";

/** The sentence of a field's problem, if it has one. */
export function useProblem(field: NonNullable<Problem["field"]>): string | undefined {
  const page = usePage();
  const { problem } = page;
  return problem?.field === field ? wordsOf(problem, page).sentence : undefined;
}

/**
 * What is said of a problem. A message of the auth API replaces ours in English. In other languages it is quoted beside
 * ours, and also after a failed deletion: it may be false, because an earlier press may have deleted the account.
 */
function wordsOf({ said, message }: Problem, { language, text }: Messages) {
  const isQuoted = language !== "en" || message.startsWith("delete.");
  return isQuoted ? { sentence: text(message), quote: said } : { sentence: said ?? text(message) };
}

/** What is wrong at a step, and whether the account may have been deleted. A problem that scripts add gets the focus. */
export function StepProblem() {
  const page = usePage();
  const { text, rich, problem, maybeDeleted } = page;
  const last = useRef(useHydrated() ? null : problem);
  useEffect(() => {
    if (problem !== null && problem !== last.current) problemSummary()?.focus();
    last.current = problem;
  }, [problem]);
  if (problem === null && maybeDeleted === null) return null;
  const { field, note, retryAt } = problem ?? {};
  const { sentence, quote } = problem ? wordsOf(problem, page) : {};
  return (
    <ProblemSummary className="mb-6" heading={text("problem.heading")}>
      {problem && (
        <p>
          {field ? <FieldLink id={field}>{sentence}</FieldLink> : sentence}
          {note && ` ${text(note)}`}{" "}
          {retryAt !== undefined &&
            rich(isForCode(problem) ? "retry.code-at" : "retry.at", {
              time: <Moment at={ceilToSecond(retryAt)} form="exact" />,
            })}
        </p>
      )}
      {quote !== undefined && (
        <p className="mt-1 text-15 text-ink-2">
          <q lang="en" dir="ltr">
            {quote}
          </q>
        </p>
      )}
      {maybeDeleted !== null && <MaybeDeleted reference={maybeDeleted} />}
    </ProblemSummary>
  );
}

/** Whether the next code can be asked for then; otherwise the step can be tried again. */
function isForCode({ message, note }: Problem): boolean {
  const isOfStep = message === "limit.verify" || message === "limit.delete";
  return note === "send.may-be-sent" || (message.startsWith("limit.") && !isOfStep);
}

/** Says that the account may have been deleted although no confirmation came, and what to do. */
function MaybeDeleted({ reference }: { reference: string }) {
  const { text, rich, place, problem } = usePage();
  const canPress = place.at === "confirm" && problem?.retryAt === undefined;
  return (
    <div className="mt-2 grid gap-2.5 text-15 text-ink-2">
      <p>
        {rich("lost.text", { b: (words) => <b className="text-ink">{words}</b> })}{" "}
        {canPress && text("lost.again")} {text("lost.find-out")}
      </p>
      <p>{rich("lost.write", { email: <Mailbox />, reference, b: numeral })}</p>
      {place.at !== "phone" && <IntentButton intent="start-over" tone="text" name="lost.start" />}
    </div>
  );
}
