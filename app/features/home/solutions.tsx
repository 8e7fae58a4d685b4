import { useInView } from "framer-motion";
import { ArrowUpRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { solutions, type Solution } from "~/content/solutions";
import { useSite } from "~/features/shell/site";
import { buttonStyle } from "~/ui/button";
import { ExternalLink } from "~/ui/external-link";
import { lead, RoadSection, sectionHead } from "~/ui/road";
import { SignTab } from "~/ui/sign";
import { SlideControls } from "~/ui/slide-controls";
import { useRotation } from "~/ui/use-rotation";

/** The first card moves half a second after the deck is seen, each other 200 ms after the one before. */
const START_MS = 500;
const STAGGER_MS = 200;

/**
 * Four solutions: a row that scrolls, and with scripts a deck that rotates automatically once its cards have begun to
 * spread.
 */
export function Solutions() {
  const { links } = useSite();
  const list = useRef<HTMLUListElement>(null);
  const [isDeck, setDeck] = useState(false);
  // The focus stays where it is: it may be on a card that is not in front.
  useEffect(() => setDeck(!list.current?.contains(document.activeElement)), []);
  const visible = useInView(list, { amount: 0.1 });
  const seen = useInView(list, { amount: 0.1, once: true });
  const [started, setStarted] = useState(false);
  const { index, handlers, controls } = useRotation({
    count: solutions.length,
    everyMs: 7000,
    running: started && visible,
  });
  return (
    <RoadSection id="solutions" exit={{ number: "03", label: "Solutions" }}>
      <div className={sectionHead}>
        <h2>Reinventing Urban Intelligence</h2>
        <div>
          <p className={lead}>
            We merge big data, AI, and mobility to build cities that Move Faster, Smarter and
            Better.
          </p>
          <ExternalLink
            className={buttonStyle({ tone: "line", className: "mt-6" })}
            href={links.whitepaper}
          >
            Check out our Whitepaper
          </ExternalLink>
        </div>
      </div>
      <div role="group" aria-roledescription="carousel" aria-label="Solutions" {...handlers}>
        <div className={frameStyle} data-carousel="deck">
          <ul
            ref={list}
            className={isDeck ? deckStyle : rowStyle}
            data-arriving={seen || undefined}
            onAnimationStart={() => setStarted(true)}
          >
            {solutions.map((solution, position) => (
              <SolutionCard
                key={solution.title}
                solution={solution}
                position={position}
                steps={isDeck ? (position - index + solutions.length) % solutions.length : null}
              />
            ))}
          </ul>
        </div>
        <div className={`mt-4 flex justify-center ${isDeck ? "" : "invisible"}`}>
          <SlideControls what="solution" {...controls} />
        </div>
      </div>
    </RoadSection>
  );
}

/** On narrow windows the frame is as wide as the window. */
const frameStyle =
  "mt-2 overflow-hidden pt-11 max-lane:-mr-6 max-lane:-ml-12 max-sm:mt-0 max-sm:-mr-4 max-sm:-ml-7";

const rowStyle =
  "relative flex h-[32.5rem] snap-x snap-proximity gap-6 overflow-x-auto pt-7.5 max-sm:h-[25rem] max-sm:gap-4 " +
  "max-lane:pr-6 max-lane:pl-12 max-sm:pt-0 max-sm:pr-4 max-sm:pl-7 print:grid print:h-auto";

const deckStyle =
  "relative h-[32.5rem] [--spread:400px] max-sm:h-[25rem] max-sm:[--spread:312px] print:grid print:h-auto print:gap-6";

interface SolutionCardProps {
  solution: Solution;
  /** Index among the solutions. */
  position: number;
  /** Steps from the card in front of the deck to this one; null in the row. */
  steps: number | null;
}

/**
 * A solution as an exit sign that links to its document. The card in front of the deck is lit, and the only one that can
 * be clicked or focused; cards of the row are lit under the pointer.
 */
function SolutionCard({ solution, position, steps }: SolutionCardProps) {
  const { links } = useSite();
  const { Icon, title, description, link } = solution;
  const isLit = steps === 0;
  const soft = isLit ? "text-white" : softStyle;
  const inDeck = steps !== null && {
    className: `${placeStyle} ${places[steps]}`,
    style: { animationDelay: `${START_MS + position * STAGGER_MS}ms` },
    "aria-roledescription": "slide",
    "aria-label": `${position + 1} / ${solutions.length}: ${title}`,
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
        {isLit && <SignTab>EXIT {position + 1}</SignTab>}
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

/** The cards spread from a pile, for which they wait until the deck is seen. */
const placeStyle =
  "absolute top-7.5 left-1/2 -ml-53 w-106 moving:animate-[spread_500ms_backwards] " +
  "moving:not-in-data-arriving:[animation-play-state:paused] transition-[translate,scale] duration-500 max-sm:top-0 max-sm:ml-[max(-155px,-50%+16px)] " +
  "max-sm:w-[min(310px,100%-32px)] print:static print:m-0 print:translate-none! print:scale-none! print:transition-none";

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
