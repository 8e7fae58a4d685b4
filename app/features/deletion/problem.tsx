import type { Problem } from "server/deletion/outcome.server";
import type { Messages } from "./messages";
import { ceilToSecond } from "~/lib/format-moment";
import { FieldLink, problemLink, ProblemSummary } from "~/ui/problem-summary";
import { IntentButton } from "./intent-form";
import { usePage } from "./shown-page";
import { Mailbox, Moment, numeral, useSecondsUntil } from "./values";

/** The text of a problem. In English, a message of the auth API replaces ours; other languages quote it below. */
function problemText({ language, text }: Messages, { message, said }: Problem): string {
  return said !== undefined && language === "en" ? said : text(message);
}

/** The text for a field of the step; undefined when the problem belongs to something else. */
export function useFieldProblem(field: Problem["field"]): string | undefined {
  const { problem, ...page } = usePage();
  return problem !== null && problem.field === field ? problemText(page, problem) : undefined;
}

/** What is wrong at a step, and whether the account may have been deleted. Nothing for a step without a problem. */
export function StepProblem() {
  const { text, problem, maybeDeleted } = usePage();
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
  const page = usePage();
  const { language, text, rich } = page;
  const { field, note, write, retryAt, retry = "step", said } = problem;
  const sentence = problemText(page, problem);
  return (
    <>
      <p>
        {field ? <FieldLink id={field}>{sentence}</FieldLink> : sentence}
        {note && ` ${text(note)}`}{" "}
        {write && rich("problem.write", { email: <Mailbox className={problemLink} /> })}{" "}
        {retryAt !== undefined && <RetryTime until={retryAt} retry={retry} />}
      </p>
      {said !== undefined && language !== "en" && (
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
  const { text, rich } = usePage();
  if (useSecondsUntil(until) === 0) return <>{text(`retry.${retry}-now`)}</>;
  const time = <Moment at={ceilToSecond(until)} form="exact" className="text-ink" />;
  return <>{rich(`retry.${retry}-at`, { time })}</>;
}

/** Says that the account may have been deleted although no confirmation came, and what to do. */
function MaybeDeleted({ reference }: { reference: string | null }) {
  const { text, rich, place } = usePage();
  const email = <Mailbox />;
  return (
    <div className="mt-2 grid gap-2.5 text-15 text-ink-2">
      <p>
        {rich("lost.text", { b: (words) => <b className="text-ink">{words}</b> })}{" "}
        {place.at === "confirm" && text("lost.again")} {text("lost.find-out")}
      </p>
      <p>
        {reference === null
          ? rich("lost.write", { email })
          : rich("lost.write-reference", { email, reference, b: numeral })}
      </p>
      {place.at !== "phone" && <IntentButton intent="start-over" tone="text" name="lost.start" />}
    </div>
  );
}
