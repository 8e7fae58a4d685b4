import type { ReactNode } from "react";
import { contactAskedAgain } from "~/content/contact";
import { FieldLink } from "~/ui/problem-summary";
import type { ContactRefusal } from "./contact-types";
import { fieldId } from "./contact-fields";

export const CONTACT_SUMMARY_ID = "contact-problem";

interface ProblemSummaryProps extends Pick<ContactRefusal, "problems"> {
  /** Whether all that is wanted is another press. */
  askedAgain: boolean;
}

/** What keeps the message from being sent, with a link to each field it is about. */
export function ProblemSummary({ problems, askedAgain }: ProblemSummaryProps) {
  return (
    <SummaryPanel>
      {askedAgain && <p>{contactAskedAgain}</p>}
      {problems.length > 0 && (
        <ul>
          {problems.map(({ field, message }) => (
            <li key={field}>
              <FieldLink id={fieldId(field)}>{message}</FieldLink>
            </li>
          ))}
        </ul>
      )}
    </SummaryPanel>
  );
}

/** The panel that takes the focus when the message was not sent. */
export function SummaryPanel({ children }: { children: ReactNode }) {
  return (
    <div className="problem full" id={CONTACT_SUMMARY_ID} role="alert" tabIndex={-1}>
      <h2>There is a problem</h2>
      {children}
    </div>
  );
}
