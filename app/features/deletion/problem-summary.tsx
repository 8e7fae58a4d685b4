import { TriangleAlert } from "lucide-react";
import { FieldLink } from "~/ui/problem-summary";
import type { Problem } from "./deletion-types";
import { RetryTime } from "./remaining-time";

/** The field's id on the page, for the link to it. */
const fieldIds = { phone: "phone", otp: "otp", reasons: "reason-0", others: "others" } as const;

export const SUMMARY_ID = "problem";

interface ProblemSummaryProps {
  problem: Problem;
  now: number;
  contactEmail: string;
}

/** What stands in the way, above the step, with a link to the field it is about. */
export function ProblemSummary({ problem, now, contactEmail }: ProblemSummaryProps) {
  const { field, message, note, write, retryAt } = problem;
  return (
    <div className="problem" id={SUMMARY_ID} role="alert" tabIndex={-1}>
      <h2>There is a problem</h2>
      <p>
        {field ? <FieldLink id={fieldIds[field]}>{message}</FieldLink> : message}
        {note !== undefined && ` ${note}`}
        {write && (
          <>
            {" "}
            Please write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
          </>
        )}
        {retryAt !== undefined && (
          <>
            {" "}
            <RetryTime until={retryAt} now={now} />
          </>
        )}
      </p>
    </div>
  );
}

/** The same message at the field; `id` is what the field is described by. */
export function FieldProblem({ id, message }: { id: string; message: string }) {
  return (
    <p className="error" id={id}>
      <TriangleAlert className="i" aria-hidden />
      {message}
    </p>
  );
}
