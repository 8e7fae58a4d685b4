import type { DeletionPlace } from "./deletion-types";

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
