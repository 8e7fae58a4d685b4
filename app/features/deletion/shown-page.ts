import { createContext, useContext, useState } from "react";
import type { Intent } from "server/deletion/form-fields.server";
import type { Problem } from "server/deletion/outcome.server";
import type { DeletionPage } from "server/deletion/page.server";
import { useHydrated } from "~/lib/hydration";
import { tryStorage } from "~/lib/storage";

const MAY_BE_SENT: Problem = { message: "send.unanswered", note: "send.may-be-sent" };

const unanswered: Partial<Record<Intent, Problem>> = {
  send: MAY_BE_SENT,
  resend: MAY_BE_SENT,
  verify: { message: "verify.unanswered", note: "verify.maybe-used" },
  delete: { message: "delete.unanswered" },
};

/** What a page says of a form whose answer did not arrive, or could not be read. */
type LostAnswer = Pick<DeletionPage, "problem"> | Pick<DeletionPage, "problem" | "maybeDeleted">;

/** @param form as it was posted */
export function lostAnswer(form: URLSearchParams): LostAnswer {
  const intent = form.get("intent") as Intent; // of one of our forms
  const problem = unanswered[intent] ?? { message: "problem.unanswered" };
  if (intent !== "delete") return { problem };
  return { problem, maybeDeleted: { reference: form.get("session") } };
}

/** Where the browser notes the reference of a deletion until its answer says that it has happened. */
const KEY = "deletion-lost";

/** Notes a deletion before it is posted: a reload may lose its answer. */
export function noteDeletion(form: URLSearchParams): void {
  if (form.get("intent") !== "delete") return;
  tryStorage(() => sessionStorage.setItem(KEY, form.get("session") ?? ""));
}

/** Ends the note once another code was sent, whose page says whether the account is inactive. A receipt clears storage. */
export function forgetDeletion(form: URLSearchParams): void {
  const isOver = ["send", "resend"].includes(form.get("intent") ?? "");
  if (isOver) tryStorage(() => sessionStorage.removeItem(KEY));
}

/**
 * The page to show: the answer to the last form, or else the loaded page. A lost answer leaves the page as it is and
 * says so; that a deletion may have happened is still said after a reload.
 */
export function usePage(
  loaded: DeletionPage,
  answer: DeletionPage | LostAnswer | undefined,
): DeletionPage {
  const [last, setLast] = useState({ loaded, answer, page: { ...loaded, ...answer } });
  const scripted = useHydrated();
  const noted = (scripted && tryStorage(() => sessionStorage.getItem(KEY))) || null;
  let { page } = last;
  if (loaded !== last.loaded || answer !== last.answer) {
    // A change of the language drops the answer and loads nothing: the page stays as it is.
    page = { ...(loaded === last.loaded ? page : loaded), ...answer };
    setLast({ loaded, answer, page });
  }
  const isOpen = ["phone", "reasons", "confirm"].includes(page.place.at);
  const isOfPage = noted !== null && isOpen && (page.session === "" || page.session === noted);
  return { ...page, maybeDeleted: page.maybeDeleted ?? (isOfPage ? { reference: noted } : null) };
}

/** The page for the components inside. */
export const ShownPage = createContext<DeletionPage | null>(null);

/** The page that is shown. */
export function useShownPage(): DeletionPage {
  const page = useContext(ShownPage);
  if (page === null) throw new Error("There is no page");
  return page;
}
