import type { Problem } from "server/deletion/outcome.server";
import { ceilToSecond } from "~/lib/format-moment";
import { FieldLink, ProblemSummary } from "~/ui/problem-summary";
import { IntentButton } from "./intent-form";
import { usePage } from "./shown-page";
import { Mailbox, Moment, numeral } from "./values";

/**
 * The sentence of the step's problem, if it belongs to a field, or for undefined to the step as a whole. In English, a
 * message of the auth API replaces ours unless it is quoted.
 */
export function useProblem(field: Problem["field"]): string | undefined {
  const { language, text, problem } = usePage();
  if (problem === null || problem.field !== field) return undefined;
  const { said, message } = problem;
  return said === undefined || isQuoted(language, problem) ? text(message) : said;
}

/**
 * Whether the auth API's message is quoted beside ours: in languages other than English, and after a failed deletion,
 * of which it may be false, because an earlier press may have deleted the account.
 */
const isQuoted = (language: string, { said, message }: Problem) =>
  said !== undefined && (language !== "en" || message.startsWith("delete."));

/** What is wrong at a step, and whether the account may have been deleted. Nothing for a step without a problem. */
export function StepProblem() {
  const { text, problem, maybeDeleted } = usePage();
  if (problem === null && maybeDeleted === null) return null;
  return (
    <ProblemSummary className="mb-6" heading={text("problem.heading")}>
      {problem && <ProblemParagraph problem={problem} />}
      {maybeDeleted !== null && <MaybeDeleted reference={maybeDeleted} />}
    </ProblemSummary>
  );
}

/** The sentence of a problem, what it adds, and the exact time from which the step can be tried again. */
function ProblemParagraph({ problem }: { problem: Problem }) {
  const { field, note, retryAt, said } = problem;
  const { language, text, rich } = usePage();
  const sentence = useProblem(field);
  return (
    <>
      <p>
        {field ? <FieldLink id={field}>{sentence}</FieldLink> : sentence}
        {note && ` ${text(note)}`}{" "}
        {retryAt !== undefined &&
          rich(isForCode(problem) ? "retry.code-at" : "retry.at", {
            time: <Moment at={ceilToSecond(retryAt)} form="exact" className="text-ink" />,
          })}
      </p>
      {isQuoted(language, problem) && (
        <p className="mt-1 text-15 text-ink-2">
          <q lang="en" dir="ltr">
            {said}
          </q>
        </p>
      )}
    </>
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
