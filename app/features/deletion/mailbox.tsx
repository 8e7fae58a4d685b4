/** A link to an email address, which runs from left to right in every language. */
export function Mailbox({ address, className }: { address: string; className?: string }) {
  return (
    <a className={className} href={`mailto:${address}`} dir="ltr">
      {address}
    </a>
  );
}
