import { FieldLink, problemLink, ProblemSummary } from "~/ui/problem-summary";
import type { DeletionPlace, Problem } from "./deletion-types";
import { RetryTime } from "./remaining-time";

/** The field's id on the page, for the link to it. */
const fieldIds = { phone: "phone", otp: "otp", reasons: "reason-0", others: "others" } as const;

interface StepProblemProps {
  place: DeletionPlace["at"];
  /** The server's time. */
  now: number;
  problem: Problem | null;
  contactEmail: string;
}

/** What to know before the step: what went wrong, or why one is back at its beginning. */
export function StepProblem({ place, now, problem, contactEmail }: StepProblemProps) {
  // The confirmation says it inside its dialog.
  if (place === "confirm" || problem === null) return null;
  const { field, message, note, again, write, retryAt } = problem;
  return (
    <ProblemSummary className="mb-6">
      <p>
        {field ? <FieldLink id={fieldIds[field]}>{message}</FieldLink> : message}
        {note !== undefined && ` ${note}`}
        {write && (
          <>
            {" "}
            Please write to{" "}
            <a className={problemLink} href={`mailto:${contactEmail}`}>
              {contactEmail}
            </a>
            .
          </>
        )}
        {retryAt !== undefined && (
          <>
            {" "}
            <RetryTime until={retryAt} now={now} again={again} />
          </>
        )}
      </p>
    </ProblemSummary>
  );
}
