import type { ReactNode } from "react";

export const HEADING_ID = "step";

/** The heading of the current step; with scripts it takes the focus when the step changes. */
export function StepHeading({ children }: { children: ReactNode }) {
  return (
    <h2 id={HEADING_ID} tabIndex={-1} className="mb-1.5 text-subheading/subheading outline-none">
      {children}
    </h2>
  );
}

export function StepLead({ children }: { children: ReactNode }) {
  return <p className="mb-6 text-ink-2">{children}</p>;
}
