import { useInView } from "framer-motion";
import { useEffect, useRef, useState } from "react";
import { solutions, type Solution } from "~/content/solutions";
import { useSite } from "~/features/shell/site";
import { buttonStyle } from "~/ui/button";
import { ExternalLink } from "~/ui/external-link";
import { Lead, RoadSection, SectionHead } from "~/ui/road";
import { SlideControls } from "~/ui/slide-controls";
import { useRotation } from "~/ui/use-rotation";
import { SolutionCard } from "./solution-card";

/** The deck starts half a second after it is seen, and advances every seven seconds. */
const START_MS = 500;
const ADVANCE_MS = 7000;

/** Milliseconds between the starts of two cards, and of a card's transition. */
const STAGGER_MS = 200;
const TRAVEL_MS = 500;

/**
 * Four solutions: a row that scrolls, and with scripts a deck that rotates automatically, of which only the card in
 * front can be clicked or focused.
 */
export function Solutions() {
  const { links } = useSite();
  const list = useRef<HTMLUListElement>(null);
  const [isDeck, setDeck] = useState(false);
  // The focus stays where it is: it may be on a card that is not in front.
  useEffect(() => setDeck(!list.current?.contains(document.activeElement)), []);
  const visible = useInView(list, { amount: 0.1 });
  const started = useDelayed(useInView(list, { amount: 0.1, once: true }), START_MS);
  const arrived = useDelayed(started, solutions.length * STAGGER_MS + TRAVEL_MS);
  const { index, handlers, controls } = useRotation({
    count: solutions.length,
    everyMs: ADVANCE_MS,
    running: started && visible,
  });
  return (
    <RoadSection id="solutions" exit={{ number: "03", label: "Solutions" }}>
      <SectionHead beside="text">
        <h2>Reinventing Urban Intelligence</h2>
        <div>
          <Lead>
            We merge big data, AI, and mobility to build cities that Move Faster, Smarter and
            Better.
          </Lead>
          <ExternalLink
            className={buttonStyle({ tone: "line", className: "mt-6" })}
            href={links.whitepaper}
          >
            Check out our Whitepaper
          </ExternalLink>
        </div>
      </SectionHead>
      <div role="group" aria-roledescription="carousel" aria-label="Solutions" {...handlers}>
        <div className={frameStyle} data-carousel="deck">
          <ul
            ref={list}
            className={isDeck ? deckStyle : rowStyle}
            data-started={started || undefined}
          >
            {solutions.map((solution, position) => (
              <Slide
                key={solution.title}
                solution={solution}
                position={position}
                steps={isDeck ? (position - index + solutions.length) % solutions.length : null}
                delayMs={arrived ? 0 : position * STAGGER_MS}
              />
            ))}
          </ul>
        </div>
        <div className="mt-4 flex justify-center">
          <SlideControls what="solution" {...controls} />
        </div>
      </div>
    </RoadSection>
  );
}

/** True from some time after a condition became true. @param condition stays true once it is */
function useDelayed(condition: boolean, milliseconds: number): boolean {
  const [reached, setReached] = useState(false);
  useEffect(() => {
    if (!condition) return;
    const timer = setTimeout(() => setReached(true), milliseconds);
    return () => clearTimeout(timer);
  }, [condition, milliseconds]);
  return reached;
}

interface SlideProps {
  solution: Solution;
  position: number;
  /** Steps from the card in front of the deck to this one; null in the row. */
  steps: number | null;
  delayMs: number;
}

function Slide({ solution, position, steps, delayMs }: SlideProps) {
  const card = { solution, exit: position + 1 };
  if (steps === null) {
    return (
      <li className={itemStyle}>
        <SolutionCard {...card} isLit={false} />
      </li>
    );
  }
  const place = steps === solutions.length - 1 ? left : ([front, right][steps] ?? behind);
  return (
    <li
      className={`${slideStyle} ${place}`}
      style={{ transitionDelay: `${delayMs}ms` }}
      aria-roledescription="slide"
      aria-label={`${position + 1} / ${solutions.length}: ${solution.title}`}
      aria-hidden={steps !== 0 || undefined}
      {...(steps !== 0 && { inert: "" })} // React 18 has no type for it
    >
      <SolutionCard {...card} isLit={steps === 0} />
    </li>
  );
}

/** On narrow windows the frame is as wide as the window. */
const frameStyle =
  "mt-2 overflow-hidden pt-11 max-lane:-mr-6 max-lane:-ml-12 max-sm:mt-0 max-sm:-mr-4 max-sm:-ml-7";

const rowStyle =
  "relative flex h-[32.5rem] snap-x snap-proximity gap-6 overflow-x-auto pt-7.5 max-sm:h-[25rem] max-sm:gap-4 " +
  "max-lane:pr-6 max-lane:pl-12 max-sm:pt-0 max-sm:pr-4 max-sm:pl-7 print:grid print:h-auto";

const itemStyle = "w-106 flex-none snap-start max-sm:w-77.5";

/** Until it has started, the cards are in one pile. On paper they are below each other. */
const deckStyle =
  "relative h-[32.5rem] [--spread:400px] max-sm:h-[25rem] max-sm:[--spread:312px] " +
  "moving:not-data-started:[--spread:0px] print:grid print:h-auto print:gap-6";

const slideStyle =
  "absolute top-7.5 left-1/2 -ml-53 w-106 transition-[translate,scale] duration-500 max-sm:top-0 " +
  "max-sm:ml-[max(-155px,-50%+16px)] max-sm:w-[min(310px,100%-32px)] print:static print:m-0 print:translate-none! " +
  "print:scale-none! print:transition-none";

/** The places in the deck: in front, beside it, and lower behind it. */
const front = "z-3";
const right = "z-2 translate-x-(--spread) scale-80";
const left = "z-2 -translate-x-(--spread) scale-80";
const behind = "z-1 translate-y-12.5 scale-70";
