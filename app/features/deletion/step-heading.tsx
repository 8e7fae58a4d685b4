import type { ReactNode } from "react";

export const HEADING_ID = "step";

/** The heading of the current step and the sentence under it; with scripts it takes the focus when the step changes. */
export function StepHeading({ heading, children }: { heading: string; children?: ReactNode }) {
  return (
    <>
      <h2 id={HEADING_ID} tabIndex={-1} className="mb-1.5 text-subheading/subheading outline-none">
        {heading}
      </h2>
      {children && <p className="mb-6 text-ink-2">{children}</p>}
    </>
  );
}
