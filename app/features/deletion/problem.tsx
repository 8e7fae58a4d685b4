import type { Problem } from "server/deletion/outcome.server";
import type { DeletionPage } from "server/deletion/page.server";
import { useMessages, type Messages } from "./messages";
import { FieldLink, problemLink, ProblemSummary } from "~/ui/problem-summary";
import { IntentButton } from "./intent-form";
import { RetryTime } from "./moments";
import { Mailbox, numeral } from "./words";

const fieldIds = { phone: "phone", otp: "otp", reasons: "reason-0", others: "others" } as const;

/** The text of a problem. In English, a message of the auth API replaces ours; other languages quote it below. */
function problemText(messages: Messages, { message, said }: Problem): string {
  return said !== undefined && messages.language === "en" ? said : messages.filled(message);
}

/** The text for a field of the step; undefined when the problem belongs to something else. */
export function fieldProblem(
  messages: Messages,
  problem: Problem | null,
  field: Problem["field"],
): string | undefined {
  return problem !== null && problem.field === field ? problemText(messages, problem) : undefined;
}

/** What is wrong at a step, and whether the account may have been deleted. Nothing for a step without a problem. */
export function StepProblem({ page }: { page: DeletionPage }) {
  const messages = useMessages();
  const { maybeDeleted, now } = page;
  // The step itself says that the sign-in is over, also after a reload.
  const problem = page.problem?.message.id === "delete.signed-out" ? null : page.problem;
  if (problem === null && maybeDeleted === null) return null;
  return (
    <ProblemSummary className="mb-6" heading={messages.text("problem.heading")}>
      {problem && <ProblemParagraph problem={problem} now={now} />}
      {maybeDeleted && <MaybeDeleted {...maybeDeleted} at={page.place.at} />}
    </ProblemSummary>
  );
}

function ProblemParagraph({ problem, now }: { problem: Problem; now: number }) {
  const messages = useMessages();
  const { field, note, write, retryAt, retry, said } = problem;
  const text = problemText(messages, problem);
  return (
    <>
      <p>
        {field ? <FieldLink id={fieldIds[field]}>{text}</FieldLink> : text}
        {note && ` ${messages.filled(note)}`}{" "}
        {write && messages.rich("problem.write", { email: <Mailbox className={problemLink} /> })}{" "}
        {retryAt !== undefined && <RetryTime until={retryAt} now={now} retry={retry} />}
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

interface MaybeDeletedProps {
  /** Reference number for support; null if it is unknown. */
  reference: string | null;
  at: DeletionPage["place"]["at"];
}

/** Says that the account may have been deleted although no confirmation came, and what to do. */
function MaybeDeleted({ reference, at }: MaybeDeletedProps) {
  const messages = useMessages();
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
