import { CodeStep } from "./code-step";
import type { DeletionPage, DeletionPlace, Problem } from "./deletion-types";
import {
  ConfirmDialog,
  DoneDialog,
  NotRegisteredDialog,
  ReactivationDialog,
} from "./journey-dialogs";
import { PhoneStep } from "./phone-step";
import { ReasonsStep } from "./reasons-step";
import { refused } from "./step-problem";

const names: Partial<Record<DeletionPlace["at"], string>> = {
  code: "The code",
  reasons: "Why are you leaving?",
  confirm: "Confirm Deletion",
  done: "Account Deleted Successfully",
  "not-registered": "Account Not Found",
  reactivation: "Account Reactivation",
  locked: "Try again later",
  expired: "The code has expired",
};

/** The page's title with the step in front, which a screen reader says first when a page was loaded. */
export function stepTitle(at: DeletionPlace["at"], title: string): string {
  const name = names[at];
  return name === undefined ? title : `${name}: ${title}`;
}

interface StepProps {
  page: DeletionPage;
  problem: Problem | null;
  contactEmail: string;
}

/** What is to be done where one is in the journey. */
export function Step({ page, problem, contactEmail }: StepProps) {
  const { place, now, erasedAt, press } = page;
  switch (place.at) {
    case "phone":
    case "locked":
    case "expired":
      return <PhoneStep press={press} problem={problem} />;
    case "code":
      return <CodeStep place={place} now={now} problem={problem} />;
    case "reasons":
      return <ReasonsStep place={place} problem={problem} />;
    case "confirm":
      return (
        <>
          <ConfirmDialog
            press={press}
            erasedAt={erasedAt}
            problem={problem ?? refused(page)}
            lost={place.lost}
            now={now}
            contactEmail={contactEmail}
          />
          <ReasonsStep place={place} problem={null} />
        </>
      );
    case "not-registered":
      return <NotRegisteredDialog />;
    case "reactivation":
      return <ReactivationDialog daysRemaining={place.daysRemaining} erasedAt={erasedAt} />;
    case "done":
      return <DoneDialog place={place} erasedAt={erasedAt} />;
  }
}
