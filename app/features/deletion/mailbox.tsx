import { useSite } from "~/features/shell/site";

/** A link to the contact mailbox. A mail address is written from left to right in every language. */
export function Mailbox({ className }: { className?: string }) {
  const { contactEmail } = useSite();
  return (
    <a className={className} href={`mailto:${contactEmail}`} dir="ltr">
      {contactEmail}
    </a>
  );
}
