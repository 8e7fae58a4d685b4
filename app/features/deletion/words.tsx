import type { ReactNode } from "react";
import { useSite } from "~/features/shell/site";

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

/** A number or a reference in a sentence, written from left to right in every language. */
export const numeral = (number: ReactNode) => (
  <b className="whitespace-nowrap text-ink tabular-nums" dir="ltr">
    {number}
  </b>
);

/** A link to the contact mailbox. A mail address is written from left to right in every language. */
export function Mailbox({ className = "font-bold text-ink" }: { className?: string }) {
  const { contactEmail } = useSite();
  return (
    <a className={`wrap-anywhere ${className}`} href={`mailto:${contactEmail}`} dir="ltr">
      {contactEmail}
    </a>
  );
}
