import { appName } from "~/content/account-deletion";
import { ErasureDate } from "./erasure-date";

interface FactsProps {
  erasedAt: number;
  siteName: string;
  /** Whether they give way to the step. */
  folded: boolean;
}

/** What the app store wants to be said before the first step, and kept at hand at the others. */
export function Facts({ erasedAt, siteName, folded }: FactsProps) {
  const facts = (
    <dl className={list}>
      <dt className="font-bold">App</dt>
      <dd className={fact}>{appName}</dd>
      <dt className="font-bold">Developer</dt>
      <dd className={fact}>{siteName}</dd>
      <dt className="font-bold">Deleted</dt>
      <dd className={fact}>
        Your account and your personal data, permanently on <ErasureDate at={erasedAt} />. Until
        then you can come back.
      </dd>
      <dt className="font-bold">Kept</dt>
      <dd className={fact}>Anonymized data may be kept indefinitely.</dd>
    </dl>
  );
  const lead =
    "Three steps. Your account is inactive immediately, and permanently deleted after 90 days.";
  if (!folded) {
    return (
      <div className="mb-9 print:hidden">
        <p className="mt-4 mb-5 max-w-measure-46 text-17/normal text-pretty text-ink-2">{lead}</p>
        {facts}
      </div>
    );
  }
  return (
    <details className="mt-4 border border-line bg-raised px-5 pt-3.5 pb-2.5 deck:px-8 print:hidden">
      <summary className="min-h-8 cursor-pointer font-bold">
        What this deletes, and what is kept
      </summary>
      <p className="mt-2 mb-4 text-15 text-ink-2">{lead}</p>
      {facts}
    </details>
  );
}

const list = [
  "grid grid-cols-auto-1 gap-x-5 gap-y-1 text-15/normal",
  "max-2xs:grid-cols-1 max-2xs:gap-0",
].join(" ");
const fact = "text-ink-2 max-2xs:mb-2";
