import type { ReactNode } from "react";
import { focusTarget } from "./focus-target";

const SUMMARY_ID = "problem";

/** The error summary above a form's fields. `className` is for layout only. */
export function ProblemSummary({
  className = "",
  heading = "There is a problem",
  children,
}: {
  className?: string;
  heading?: string;
  children: ReactNode;
}) {
  return (
    <div
      className={`rounded-control border-2 border-danger px-4.5 py-3.25 ${className}`}
      id={SUMMARY_ID}
      role="alert"
      tabIndex={-1}
      // eslint-disable-next-line jsx-a11y/no-autofocus -- without scripts nothing else tells that the form was refused
      autoFocus
    >
      <h2 className="mb-1 text-17 tracking-normal">{heading}</h2>
      {children}
    </div>
  );
}

/** The element of the current summary, for moving the focus to it; null if there is none. */
export function problemSummary(): HTMLElement | null {
  return document.getElementById(SUMMARY_ID);
}

/** A link from a summary to a field. @param id `id` of the field */
export function FieldLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <a className="inline-block py-2.25 font-bold text-danger" href={`#${id}`} onClick={focusTarget}>
      {children}
    </a>
  );
}
