import type { MouseEvent } from "react";

/**
 * Moves the focus to the target of a link within the page. A new fragment in the URL would be a navigation, which removes
 * the answer to a form.
 */
export function focusTarget(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}
