import { useEffect, type RefObject } from "react";
import { contactFields } from "~/content/contact";
import { tryStorage } from "~/lib/storage";

const KEY = "contact-draft";

/** How long a draft is kept: the next person at a shared machine shall not find it. Milliseconds. */
const KEPT_MS = 15 * 60_000;

/**
 * Keeps the typed text of a form when its page is left, for the next time that this tab shows the form.
 *
 * @param isSent whether the message was accepted, so that there is no draft any more
 */
export function useKeptDraft(ref: RefObject<HTMLFormElement>, isSent: boolean): void {
  useEffect(() => {
    if (isSent) tryStorage(() => sessionStorage.removeItem(KEY));
    const fields = contactFields.flatMap(({ name }) => [
      ...(ref.current?.querySelectorAll<HTMLInputElement>(`[name=${name}]`) ?? []),
    ]);
    const kept = new URLSearchParams(tryStorage(() => sessionStorage.getItem(KEY)) ?? "");
    const isFresh = Date.now() - Number(kept.get("at")) < KEPT_MS;
    for (const field of isFresh ? fields : []) field.value ||= kept.get(field.name) ?? "";
    const keep = () => {
      const typed = new URLSearchParams(fields.map(({ name, value }) => [name, value]));
      typed.set("at", String(Date.now()));
      tryStorage(() => sessionStorage.setItem(KEY, typed.toString()));
    };
    window.addEventListener("pagehide", keep);
    return () => window.removeEventListener("pagehide", keep);
  }, [ref, isSent]);
}
