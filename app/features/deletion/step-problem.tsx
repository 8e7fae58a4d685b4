import { useMessages } from "~/features/shell/messages";
import { FieldLink, problemLink, ProblemSummary } from "~/ui/problem-summary";
import type { DeletionPlace, Problem } from "./deletion-types";
import { Mailbox } from "./mailbox";
import { problemText, Quotation } from "./problem-text";
import { RetryTime } from "./remaining-time";

const fieldIds = { phone: "phone", otp: "otp", reasons: "reason-0", others: "others" } as const;

interface StepProblemProps {
  place: DeletionPlace["at"];
  /** The server's time. */
  now: number;
  problem: Problem | null;
}

/** The problem above a step: why its form failed, or why the journey has restarted. */
export function StepProblem({ place, now, problem }: StepProblemProps) {
  const messages = useMessages();
  // The confirmation shows its problem inside its dialog.
  if (place === "confirm" || problem === null) return null;
  const { field, note, again, write, retryAt } = problem;
  const message = problemText(messages, problem);
  return (
    <ProblemSummary className="mb-6" heading={messages.text("problem.heading")}>
      <p>
        {field ? <FieldLink id={fieldIds[field]}>{message}</FieldLink> : message}
        {note !== undefined && ` ${messages.filled(note)}`}{" "}
        {write &&
          messages.rich("problem.write", {
            email: <Mailbox className={problemLink} />,
          })}{" "}
        {retryAt !== undefined && <RetryTime until={retryAt} now={now} again={again} />}
      </p>
      <Quotation problem={problem} />
    </ProblemSummary>
  );
}
