import { ArrowUpRight } from "lucide-react";
import { solutions, type Solution } from "~/content/solutions";
import { useSite } from "~/features/shell/site";
import { ExternalLink } from "~/ui/external-link";
import { SignTab } from "~/ui/sign";

interface SolutionSlideProps {
  solution: Solution;
  /** Number of the solution, from 1: the exit on its sign. */
  exit: number;
  /** Steps from the card in front of the deck to this one; null in the row. */
  steps: number | null;
  /** Milliseconds until the card moves to another place of the deck. */
  delay: number;
}

/**
 * A solution as an exit sign that links to its document. The card in front of the deck is lit, and the only one that can
 * be clicked or focused; cards of the row are lit under the pointer.
 */
export function SolutionSlide({ solution, exit, steps, delay }: SolutionSlideProps) {
  const { links } = useSite();
  const { Icon, title, description, link } = solution;
  const isLit = steps === 0;
  const soft = isLit ? "text-white" : softStyle;
  const inDeck = steps !== null && {
    className: `${placeStyle} ${places[steps]}`,
    style: { transitionDelay: `${delay}ms` },
    "aria-roledescription": "slide",
    "aria-label": `${exit} / ${solutions.length}: ${title}`,
    "aria-hidden": !isLit || undefined,
    inert: isLit ? undefined : "", // React 18 has no type for it
  };
  return (
    <li className="w-106 flex-none snap-start max-sm:w-77.5" {...inDeck}>
      <ExternalLink
        className={`${cardStyle} ${isLit ? litStyle : unlitStyle}`}
        href={links[link]}
        arrow={false}
        draggable={false}
      >
        {isLit && <SignTab>EXIT {exit}</SignTab>}
        <Icon className={`mb-auto size-22 stroke-icon ${soft}`} />
        <h3 className="text-56/none tracking-tight max-sm:text-40/none">{title}</h3>
        <p className={`mt-4 max-w-measure-34 text-21/snug max-sm:text-17/snug ${soft}`}>
          {description}
        </p>
        <span className="mt-7 flex items-center gap-2.5 font-bold in-[[inert]]:hidden">
          Read the docs <ArrowUpRight className="icon" />
        </span>
      </ExternalLink>
    </li>
  );
}

const placeStyle =
  "absolute top-7.5 left-1/2 -ml-53 w-106 transition-[translate,scale] duration-500 max-sm:top-0 " +
  "max-sm:ml-[max(-155px,-50%+16px)] max-sm:w-[min(310px,100%-32px)] print:static print:m-0 print:translate-none! " +
  "print:scale-none! print:transition-none";

/** The places in the deck: in front, at the right, lower behind the others, and at the left. */
const places = [
  "z-3",
  "z-2 translate-x-(--spread) scale-80",
  "z-1 translate-y-12.5 scale-70",
  "z-2 -translate-x-(--spread) scale-80",
];

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
