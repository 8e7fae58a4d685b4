import { useEffect, useRef } from "react";

/**
 * Resets the fields of a form to their defaults when `basis` changes, by a move for example. Typed text is kept
 * otherwise, even if it was typed before React hydrated the page. New fields would lose the focus (WCAG 2.4.3).
 *
 * @returns the ref for the form
 */
export function useFormReset(basis: string | number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const { current } = form;
    return () => current?.reset();
  }, [basis]);
  return form;
}
