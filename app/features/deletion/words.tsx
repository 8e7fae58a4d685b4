import type { ReactNode } from "react";
import { useSite } from "~/features/shell/site";

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
