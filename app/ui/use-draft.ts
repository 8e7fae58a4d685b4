import { useEffect, useRef, useState, type RefObject } from "react";

/** What a field needs of {@link useDraft}. */
export interface Draft<Field> {
  text: string;
  setText: (text: string) => void;
  /** For the field itself. */
  field: RefObject<Field>;
}

/**
 * A field's text while it is being changed. What was typed before React hydrated the page is its text from then on.
 *
 * @param initial what it begins with
 * @param basis when this becomes another one (back button, reset, next page), the draft begins anew; otherwise what was
 *   typed stays
 */
export function useDraft<Field extends HTMLInputElement | HTMLSelectElement>(
  initial: string,
  basis: string | number = initial,
): Draft<Field> {
  const field = useRef<Field>(null);
  const [draft, setDraft] = useState({ basis, text: initial });
  if (draft.basis !== basis) setDraft({ basis, text: initial });
  useEffect(() => {
    const typed = field.current?.value;
    if (typed !== undefined) {
      setDraft((draft) => (draft.text === typed ? draft : { ...draft, text: typed }));
    }
  }, []);
  return { text: draft.text, setText: (text: string) => setDraft({ basis, text }), field };
}
