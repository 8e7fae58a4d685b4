import type { MouseEvent, ReactNode } from "react";

/**
 * A link of an error summary to its field. With scripts it only moves the focus: a new fragment in the URL would be
 * a navigation, which takes the summary away.
 *
 * @param id of the field
 */
export function FieldLink({ id, children }: { id: string; children: ReactNode }) {
  const focusField = (event: MouseEvent) => {
    event.preventDefault();
    document.getElementById(id)?.focus();
  };
  return (
    <a href={`#${id}`} onClick={focusField}>
      {children}
    </a>
  );
}
