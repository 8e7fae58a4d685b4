/** A mailbox that can be written to; from left to right in every language. `className` says how the link looks. */
export function Mailbox({ address, className }: { address: string; className?: string }) {
  return (
    <a className={className} href={`mailto:${address}`} dir="ltr">
      {address}
    </a>
  );
}
