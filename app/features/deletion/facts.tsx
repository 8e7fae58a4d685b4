import { pages } from "~/content/pages";
import { useMessages } from "~/features/shell/messages";
import { Moment, unbrokenDate } from "./moments";

interface FactsProps {
  /** Null when it is unknown. */
  erasedAt: number | null;
  siteName: string;
  /** Whether the facts are collapsed, because the step comes first. */
  folded: boolean;
}

/** Facts that the app store requires before the first step. At later steps they are collapsed. */
export function Facts({ erasedAt, siteName, folded }: FactsProps) {
  const messages = useMessages();
  const facts = (
    <dl className={list}>
      <dt className="font-bold">{messages.text("facts.app")}</dt>
      <dd className={fact}>
        <bdi lang="en">{pages.scout.title}</bdi>
      </dd>
      <dt className="font-bold">{messages.text("facts.developer")}</dt>
      <dd className={fact}>
        <bdi lang="en">{siteName}</bdi>
      </dd>
      <dt className="font-bold">{messages.text("facts.deleted")}</dt>
      <dd className={fact}>
        {erasedAt === null
          ? `${messages.text("lifecycle.after")}: ${messages.text("lifecycle.after-what")}`
          : messages.rich("facts.deleted-what", {
              date: <Moment at={erasedAt} form="day" className={unbrokenDate} />,
            })}
      </dd>
      <dt className="font-bold">{messages.text("facts.kept")}</dt>
      <dd className={fact}>{messages.text("facts.kept-what")}</dd>
    </dl>
  );
  const lead = messages.text("facts.lead");
  if (!folded) {
    return (
      <div className="mb-9 print:hidden">
        <p className="mt-4 mb-5 max-w-measure-46 text-17/body text-pretty text-ink-2">{lead}</p>
        {facts}
      </div>
    );
  }
  return (
    <details className="mt-4 border border-line bg-raised px-5 py-1.5 deck:px-8 print:hidden">
      <summary className="min-h-11 cursor-pointer py-2.25 font-bold">
        {messages.text("facts.summary")}
      </summary>
      <p className="mb-4 text-15 text-ink-2">{lead}</p>
      {facts}
    </details>
  );
}

const list =
  "grid grid-cols-auto-1 gap-x-5 max-xs:gap-x-3 gap-y-1 text-15/body " +
  "max-2xs:grid-cols-1 max-2xs:gap-0";
const fact = "text-ink-2 max-2xs:mb-2";
