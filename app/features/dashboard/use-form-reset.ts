import { useRef } from "react";
import { useBrowserLayoutEffect } from "~/lib/hydration";

/**
 * Resets the fields of a form to their defaults when `basis` changes, by a move for example. Typed text is kept
 * otherwise, even if it was typed before React hydrated the page. New fields would lose the focus (WCAG 2.4.3).
 *
 * @returns the ref for the form
 */
export function useFormReset(basis: string | number) {
  const form = useRef<HTMLFormElement>(null);
  const last = useRef(basis);
  // In the commit that shows the new defaults: what is typed after it is kept.
  useBrowserLayoutEffect(() => {
    if (last.current !== basis) form.current?.reset();
    last.current = basis;
  }, [basis]);
  return form;
}
