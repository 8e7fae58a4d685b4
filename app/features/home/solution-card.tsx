import { ArrowUpRight } from "lucide-react";
import type { Solution } from "~/content/solutions";
import { useSite } from "~/features/shell/site";
import { ExternalLink } from "~/ui/external-link";
import { SignTab } from "~/ui/sign";

interface SolutionCardProps {
  solution: Solution;
  /** Exit number of the card, from 1. */
  exit: number;
  /** Whether the card is the one in front of the deck. A card of the row is lit under the pointer. */
  isLit: boolean;
}

/** A solution as an exit sign that links to its document. */
export function SolutionCard({ solution, exit, isLit }: SolutionCardProps) {
  const { links } = useSite();
  const soft = isLit ? "text-white" : softStyle;
  return (
    <ExternalLink
      className={`${cardStyle} ${isLit ? litStyle : unlitStyle}`}
      href={links[solution.link]}
      arrow={false}
      draggable={false}
    >
      {isLit && <SignTab>EXIT {exit}</SignTab>}
      <solution.Icon className={`mb-auto size-22 stroke-icon ${soft}`} />
      <h3 className="text-56/none tracking-tight max-sm:text-40/none">{solution.title}</h3>
      <p className={`mt-4 max-w-measure-34 text-21/snug max-sm:text-17/snug ${soft}`}>
        {solution.description}
      </p>
      <span className="mt-7 flex items-center gap-2.5 font-bold in-[[inert]]:hidden">
        Read the docs <ArrowUpRight className="icon" />
      </span>
    </ExternalLink>
  );
}

const cardStyle =
  "group relative flex min-h-105 flex-col rounded-sign px-11 pt-11 pb-10 no-underline transition max-sm:min-h-92.5 " +
  "max-sm:px-7.5 max-sm:pt-8.5 max-sm:pb-8.5";

const litStyle =
  "bg-sign text-white shadow-exit-lit focus-visible:-outline-offset-16 focus-visible:outline-white " +
  "forced-colors:border-6 forced-colors:border-highlight";

const unlitStyle =
  "bg-raised text-ink shadow-exit forced-colors:border-2 hover:bg-sign hover:text-white hover:shadow-exit-lit " +
  "focus-visible:bg-sign focus-visible:text-white focus-visible:shadow-exit-lit";

/** Text colours of the parts that are less prominent than the title until the sign is lit. */
const softStyle = "text-ink-2 group-hover:text-white group-focus-visible:text-white";
