import { useEffect, useRef } from "react";

/**
 * An uncontrolled field with `initial` as its `defaultValue`. Typed text is kept, even if it was typed before React
 * hydrated the page.
 *
 * @param basis identifies the subject of the field: when it changes (back button, next page), the field is reset
 * @returns the ref for the field
 */
export function useDraft<Field extends HTMLInputElement | HTMLSelectElement>(
  initial: string,
  basis: string | number = initial,
) {
  const field = useRef<Field>(null);
  const last = useRef(basis);
  useEffect(() => {
    if (last.current === basis) return;
    last.current = basis;
    if (field.current) field.current.value = initial;
  });
  return field;
}
