import { FieldLink, problemLink, ProblemSummary } from "~/ui/problem-summary";
import type { DeletionPage, Problem } from "./deletion-types";
import { RetryTime } from "./remaining-time";

/** The field's id on the page, for the link to it. */
const fieldIds = { phone: "phone", otp: "otp", reasons: "reason-0", others: "others" } as const;

const expired: Problem = { message: "This code has expired. Ask for a new one." };

/** The limit that the page still has to tell of, after a reload too. */
export function refused({ refusal }: DeletionPage): Problem | null {
  return refusal && { ...refusal, retryAt: refusal.until };
}

interface StepProblemProps {
  page: DeletionPage;
  problem: Problem | null;
  contactEmail: string;
}

/** What to know before the step: what went wrong, or why one is back at its beginning. */
export function StepProblem({ page, problem, contactEmail }: StepProblemProps) {
  const { place, now } = page;
  // The confirmation says it inside its dialog.
  if (place.at === "confirm") return null;
  const shown = problem ?? refused(page) ?? (place.at === "expired" ? expired : null);
  if (shown === null) return null;
  const { field, message, note, again, write, retryAt } = shown;
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
