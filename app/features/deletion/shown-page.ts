import { useNavigation } from "@remix-run/react";
import { createContext, useContext, useState } from "react";
import type { Intent } from "server/deletion/form-fields.server";
import type { DeletionPage } from "server/deletion/page.server";
import { useHydrated } from "~/lib/hydration";
import { inTime } from "~/lib/in-time";
import { tryStorage } from "~/lib/storage";
import type { Messages } from "~/content/messages";

/** Where the browser notes the reference of a pressed Delete, whose answer may be lost, also by a reload. */
const KEY = "deletion-lost";

/** What is said of a form whose answer did not arrive, or could not be read. */
const unanswered: Partial<Record<Intent, DeletionPage["problem"]>> = {
  send: { message: "send.unanswered", note: "send.may-be-sent" },
  verify: { message: "verify.unanswered", note: "verify.maybe-used" },
  delete: { message: "delete.unanswered" },
};

/** The answer to a posted form; for one that is lost, what is known of it. @param post resolves with the answer */
export async function answerTo<T>(request: Request, post: () => Promise<T>): Promise<T | Response> {
  const form = new URLSearchParams(await request.clone().text());
  const posted = form.get("intent") as Intent; // of one of our forms
  const intent = posted === "resend" ? "send" : posted;
  const reference = form.get("session") ?? "";
  if (intent === "delete") tryStorage(() => sessionStorage.setItem(KEY, reference));
  try {
    return await inTime(post());
  } catch (failure) {
    if (failure instanceof Response) {
      // A redirect. After another code the page says whether the account is inactive; a receipt clears storage itself.
      if (intent === "send") tryStorage(() => sessionStorage.removeItem(KEY));
      throw failure;
    }
    const problem = unanswered[intent] ?? { message: "problem.unanswered" };
    const page = intent === "delete" ? { problem, maybeDeleted: reference } : { problem };
    // A status from 400 on keeps Remix from loading the page's data again, which would fail as well.
    return Response.json(page, { status: 504 });
  }
}

/**
 * The page to show: the answer to the last form, or else the loaded page. A lost answer adds to the page before it; that
 * a deletion may have happened is still said after a reload.
 */
export function useShownPage(loaded: DeletionPage, answer?: Partial<DeletionPage>): DeletionPage {
  const [shown, setShown] = useState({ loaded, answer, page: { ...loaded, ...answer } });
  let { page } = shown;
  if (loaded !== shown.loaded || answer !== shown.answer) {
    // A move to a section of the page drops the answer and loads nothing: the page stays as it is.
    page = { ...(loaded === shown.loaded ? page : loaded), ...answer };
    setShown({ loaded, answer, page });
  }
  // Of a first Delete that is being sent nothing is said yet: its answer is not lost.
  const isDeleting = useNavigation().formData?.get("intent") === "delete";
  const stored = useHydrated() ? tryStorage(() => sessionStorage.getItem(KEY)) : null;
  const [note, setNote] = useState(stored);
  if (!isDeleting && note !== stored) setNote(stored);
  // It says nothing of a receipt, or of the account of another session; the first step has none.
  const isOfPage = page.place.at !== "done" && ["", note].includes(page.session);
  const maybeDeleted = page.maybeDeleted ?? ((isOfPage && note) || null);
  return maybeDeleted === null ? page : { ...page, maybeDeleted, erasedAt: null };
}

/** The page for the components inside, with the messages of its language. */
export const ShownPage = createContext<(DeletionPage & Messages) | null>(null);

/** The page that is shown, and the messages of its language. */
export function usePage(): DeletionPage & Messages {
  const page = useContext(ShownPage);
  if (page === null) throw new Error("There is no page");
  return page;
}
