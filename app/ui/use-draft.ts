import { useEffect, useRef } from "react";

/**
 * An uncontrolled field with `initial` as its `defaultValue`. Typed text is kept, even if it was typed before React
 * hydrated the page.
 *
 * @param basis identifies the subject of the field: when it changes (back button, next page), the field is reset
 * @returns `field`: ref for the field; `set` writes into it
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
