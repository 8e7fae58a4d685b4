import { useEffect, useMemo, useState } from "react";
import type { Intent } from "server/deletion/form-fields.server";
import type { Problem } from "server/deletion/outcome.server";
import type { DeletionPage } from "server/deletion/page.server";
import { tryStorage } from "~/lib/storage";

/** Action data of a form whose answer did not arrive, or could not be read. */
export interface LostAnswer {
  lost: Intent;
  /** HTTP status of an answer that could not be read; 0 where there was none. */
  status: number;
}

const MAY_BE_SENT: Problem = {
  message: { id: "send.unanswered" },
  note: { id: "send.may-be-sent" },
};

const unanswered: Partial<Record<Intent, Problem>> = {
  send: MAY_BE_SENT,
  resend: MAY_BE_SENT,
  verify: { message: { id: "verify.unanswered" } },
  delete: { message: { id: "delete.unanswered" } },
};

/** Answers of the server itself, which has called nobody; only a Delete may have been pressed before. */
const refused: Record<number, Problem> = {
  413: { message: { id: "refusal.too-large" }, note: { id: "refusal.too-large-text" } },
  429: { message: { id: "refusal.busy" }, note: { id: "refusal.busy-text" } },
  503: { message: { id: "refusal.busy" }, note: { id: "refusal.busy-text" } },
};

/** The same page after a form of it has got no answer. */
function withoutAnswer(page: DeletionPage, { lost, status }: LostAnswer): DeletionPage {
  const problem = refused[status] ??
    unanswered[lost] ?? { message: { id: "problem.unanswered" } as const };
  const { place, maybeDeleted } = page;
  const reference = "reference" in place ? place.reference : null;
  return { ...page, problem, maybeDeleted: lost === "delete" ? { reference } : maybeDeleted };
}

type Answer = { page: DeletionPage } | LostAnswer | undefined;

/**
 * The page to show: the answer to the last form, or else the loaded page. A lost answer leaves the page as it is and
 * says so; that a deletion may have happened is still said after a reload.
 */
export function useShownPage(loaded: DeletionPage, answer: Answer): DeletionPage {
  const [last, setLast] = useState(loaded);
  const page = useMemo(() => {
    if (answer === undefined) return loaded;
    return "page" in answer ? answer.page : withoutAnswer(last, answer);
  }, [loaded, answer, last]);
  const isLost = answer !== undefined && "lost" in answer;
  if (!isLost && page !== last) setLast(page);
  const reference = useNotedDeletion(page, isLost);
  const isOfOther = "reference" in page.place && page.place.reference !== reference;
  if (reference === null || isOfOther || page.maybeDeleted) return page;
  return { ...page, maybeDeleted: { reference } };
}

const KEY = "deletion-lost";

/** The reference number of a deletion that got no answer. The browser notes it until a code or a receipt is shown. */
function useNotedDeletion({ place, maybeDeleted }: DeletionPage, isLost: boolean): string | null {
  const [noted, setNoted] = useState<string | null>(null);
  const isOpen = ["phone", "reasons", "confirm"].includes(place.at);
  useEffect(() => {
    tryStorage(() => {
      if (isLost && maybeDeleted?.reference) sessionStorage.setItem(KEY, maybeDeleted.reference);
      if (!isOpen) sessionStorage.removeItem(KEY);
      setNoted(sessionStorage.getItem(KEY));
    });
  }, [isOpen, maybeDeleted, isLost]);
  return noted;
}
