import { useEffect, useState } from "react";
import { tryStorage } from "~/lib/storage";
import type { DeletionPage, Intent, Problem } from "./deletion-types";

/** Action data of a form whose answer did not arrive, or could not be read. */
export interface LostAnswer {
  lost: Intent | null;
}

const MAY_BE_SENT: Problem = {
  message: { id: "send.unanswered" },
  note: { id: "send.may-be-sent" },
};

const UNANSWERED: Problem = { message: { id: "problem.unanswered" } };

const problems: Partial<Record<Intent, Problem>> = {
  send: MAY_BE_SENT,
  resend: MAY_BE_SENT,
  verify: { message: { id: "verify.unanswered" } },
  delete: { message: { id: "delete.unanswered" } },
};

/** The same page after a form of it has got no answer. */
function withoutAnswer(page: DeletionPage, { lost }: LostAnswer): DeletionPage {
  const problem = problems[lost ?? "leave"] ?? UNANSWERED;
  const { place } = page;
  const reference = "reference" in place ? place.reference : null;
  return { ...page, problem, maybeDeleted: lost === "delete" ? { reference } : page.maybeDeleted };
}

type Answer = { page: DeletionPage } | LostAnswer | undefined;

/** The data from Remix, and the page that was shown for them. */
interface Last {
  loaded: DeletionPage;
  answer: Answer;
  shown: DeletionPage;
}

/**
 * The page to show: the answer to the last form, or else the loaded page. A lost answer leaves the page as it is and
 * says so; that a deletion may have happened is still said after a reload.
 */
export function useShownPage(loaded: DeletionPage, answer: Answer): DeletionPage {
  const [last, setLast] = useState<Last>({ loaded, answer: undefined, shown: loaded });
  let { shown } = last;
  if (last.loaded !== loaded || last.answer !== answer) {
    if (answer === undefined) shown = loaded;
    else shown = "page" in answer ? answer.page : withoutAnswer(shown, answer);
    setLast({ loaded, answer, shown });
  }
  const noted = useNotedDeletion(shown, answer !== undefined && "lost" in answer);
  return noted === null ? shown : { ...shown, maybeDeleted: shown.maybeDeleted ?? noted };
}

const KEY = "deletion-lost";

/** As long as a session can live. */
const NOTED_MS = 15 * 60_000;

/** Notes in the browser that a deletion got no answer, until a code or a receipt is shown. */
function useNotedDeletion(page: DeletionPage, isLost: boolean): DeletionPage["maybeDeleted"] {
  const [noted, setNoted] = useState<DeletionPage["maybeDeleted"]>(null);
  const { place, maybeDeleted } = page;
  useEffect(() => {
    tryStorage(() => {
      if (isLost && maybeDeleted) {
        sessionStorage.setItem(KEY, JSON.stringify({ ...maybeDeleted, at: Date.now() }));
      } else if (!["phone", "reasons", "confirm"].includes(place.at)) {
        sessionStorage.removeItem(KEY);
      }
      const note = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as
        | (NonNullable<typeof maybeDeleted> & { at: number })
        | null; // written above
      setNoted(note && Date.now() - note.at < NOTED_MS ? { reference: note.reference } : null);
    });
  }, [place.at, maybeDeleted, isLost]);
  return noted;
}
