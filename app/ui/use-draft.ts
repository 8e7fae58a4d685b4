import { useEffect, useRef } from "react";

/**
 * A field that the browser itself keeps, with `initial` as its `defaultValue`. What was typed stays, also what was typed
 * before React hydrated the page.
 *
 * @param basis what the field is about: when it changes (back button, next page), the field begins anew
 * @returns `field`: for the field itself; `set` writes into it
 */
export function useDraft<Field extends HTMLInputElement | HTMLSelectElement>(
  initial: string,
  basis: string | number = initial,
) {
  const field = useRef<Field>(null);
  const last = useRef(basis);
  const set = (text: string) => {
    if (field.current) field.current.value = text;
  };
  useEffect(() => {
    if (last.current === basis) return;
    last.current = basis;
    set(initial);
  });
  return { field, set };
}
