import { useEffect, type RefObject } from "react";
import { contactFields } from "~/content/contact";
import { tryStorage } from "~/lib/storage";

const KEY = "contact-draft";

/** Keeps the typed text of a form when its page is left, for the next time that this tab shows the form. */
export function useKeptDraft(ref: RefObject<HTMLFormElement>): void {
  useEffect(() => {
    const fields = contactFields.flatMap(({ name }) => [
      ...(ref.current?.querySelectorAll<HTMLInputElement>(`[name=${name}]`) ?? []),
    ]);
    const kept = new URLSearchParams(tryStorage(() => sessionStorage.getItem(KEY)) ?? "");
    for (const field of fields) field.value ||= kept.get(field.name) ?? "";
    const keep = () => {
      const typed = new URLSearchParams(fields.map(({ name, value }) => [name, value]));
      tryStorage(() => sessionStorage.setItem(KEY, typed.toString()));
    };
    window.addEventListener("pagehide", keep);
    return () => window.removeEventListener("pagehide", keep);
  }, [ref]);
}
