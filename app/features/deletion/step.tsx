import { CodeStep } from "./code-step";
import type { DeletionPage, Problem } from "./deletion-types";
import {
  ConfirmDialog,
  DoneDialog,
  NotRegisteredDialog,
  ReactivationDialog,
} from "./journey-dialogs";
import { PhoneStep } from "./phone-step";
import { ReasonsStep } from "./reasons-step";

interface StepProps {
  page: DeletionPage;
  /** Why the last form failed. */
  problem: Problem | null;
}

/** The step of the journey at the page's place. */
export function Step({ page, problem }: StepProps) {
  const { place } = page;
  switch (place.at) {
    case "phone":
    case "locked":
    case "expired":
      return (
        <PhoneStep
          idempotencyKey={page.idempotencyKey}
          problem={problem}
          receipt={place.at === "phone" ? place.receipt : null}
        />
      );
    case "code":
      return <CodeStep page={page} place={place} problem={problem} />;
    case "reasons":
      return <ReasonsStep place={place} problem={problem} />;
    case "confirm":
      return (
        <>
          <ConfirmDialog page={page} place={place} problem={problem} />
          <ReasonsStep place={place} problem={null} />
        </>
      );
    case "not-registered":
      return <NotRegisteredDialog />;
    case "reactivation":
      return <ReactivationDialog page={page} place={place} />;
    case "done":
      return <DoneDialog page={page} place={place} />;
  }
}
