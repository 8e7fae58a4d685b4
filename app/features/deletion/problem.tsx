import type { Problem } from "server/deletion/outcome.server";
import { useMessages, type Messages } from "./messages";
import { ceilToSecond } from "~/lib/format-moment";
import { FieldLink, problemLink, ProblemSummary } from "~/ui/problem-summary";
import { IntentButton } from "./intent-form";
import { Moment, useSecondsUntil } from "./moments";
import { useShownPage } from "./shown-page";
import { Mailbox, numeral } from "./words";

const fieldIds = { phone: "phone", otp: "otp", reasons: "reason-0", others: "others" } as const;

/** The text of a problem. In English, a message of the auth API replaces ours; other languages quote it below. */
function problemText(messages: Messages, { message, said }: Problem): string {
  return said !== undefined && messages.language === "en" ? said : messages.text(message);
}

/** The text for a field of the step; undefined when the problem belongs to something else. */
export function useFieldProblem(field: Problem["field"]): string | undefined {
  const messages = useMessages();
  const { problem } = useShownPage();
  return problem !== null && problem.field === field ? problemText(messages, problem) : undefined;
}

/** What is wrong at a step, and whether the account may have been deleted. Nothing for a step without a problem. */
export function StepProblem() {
  const { text } = useMessages();
  const { problem, maybeDeleted } = useShownPage();
  // The step itself says that the sign-in is over, also after a reload.
  const stated = problem?.message === "delete.signed-out" ? null : problem;
  if (stated === null && maybeDeleted === null) return null;
  return (
    <ProblemSummary className="mb-6" heading={text("problem.heading")}>
      {stated && <ProblemParagraph {...stated} />}
      {maybeDeleted && <MaybeDeleted {...maybeDeleted} />}
    </ProblemSummary>
  );
}

function ProblemParagraph(problem: Problem) {
  const messages = useMessages();
  const { field, note, write, retryAt, retry = "step", said } = problem;
  const text = problemText(messages, problem);
  return (
    <>
      <p>
        {field ? <FieldLink id={fieldIds[field]}>{text}</FieldLink> : text}
        {note && ` ${messages.text(note)}`}{" "}
        {write && messages.rich("problem.write", { email: <Mailbox className={problemLink} /> })}{" "}
        {retryAt !== undefined && <RetryTime until={retryAt} retry={retry} />}
      </p>
      {said !== undefined && messages.language !== "en" && (
        <p className="mt-1 text-15 text-ink-2">
          <q lang="en" dir="ltr">
            {said}
          </q>
        </p>
      )}
    </>
  );
}

/**
 * A sentence with the exact time from which another code can be requested, or the step tried again. It does not count
 * down, because it is part of an alert, which screen readers would read every second.
 */
function RetryTime({ until, retry }: { until: number; retry: "code" | "step" }) {
  const messages = useMessages();
  if (useSecondsUntil(until) === 0) return <>{messages.text(`retry.${retry}-now`)}</>;
  const time = <Moment at={ceilToSecond(until)} form="exact" className="text-ink" />;
  return <>{messages.rich(`retry.${retry}-at`, { time })}</>;
}

/** Says that the account may have been deleted although no confirmation came, and what to do. */
function MaybeDeleted({ reference }: { reference: string | null }) {
  const messages = useMessages();
  const { at } = useShownPage().place;
  const email = <Mailbox />;
  return (
    <div className="mt-2 grid gap-2.5 text-15 text-ink-2">
      <p>
        {messages.rich("lost.text", { b: (text) => <b className="text-ink">{text}</b> })}{" "}
        {at === "confirm" && messages.text("lost.again")} {messages.text("lost.find-out")}
      </p>
      <p>
        {reference === null
          ? messages.rich("lost.write", { email })
          : messages.rich("lost.write-reference", { email, reference, b: numeral })}
      </p>
      {at !== "phone" && <IntentButton intent="start-over" tone="text" name="lost.start" />}
    </div>
  );
}
