import { useInView } from "framer-motion";
import { useEffect, useRef, useState } from "react";
import { solutions } from "~/content/solutions";
import { useSite } from "~/features/shell/site";
import { buttonStyle } from "~/ui/button";
import { ExternalLink } from "~/ui/external-link";
import { lead, RoadSection, sectionHead } from "~/ui/road";
import { SlideControls } from "~/ui/slide-controls";
import { useRotation } from "~/ui/use-rotation";
import { SolutionSlide } from "./solution-slide";

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
            data-started={started || undefined}
          >
            {solutions.map((solution, position) => (
              <SolutionSlide
                key={solution.title}
                solution={solution}
                exit={position + 1}
                steps={isDeck ? (position - index + solutions.length) % solutions.length : null}
                delay={arrived ? 0 : position * STAGGER_MS}
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

/** On narrow windows the frame is as wide as the window. */
const frameStyle =
  "mt-2 overflow-hidden pt-11 max-lane:-mr-6 max-lane:-ml-12 max-sm:mt-0 max-sm:-mr-4 max-sm:-ml-7";

const rowStyle =
  "relative flex h-[32.5rem] snap-x snap-proximity gap-6 overflow-x-auto pt-7.5 max-sm:h-[25rem] max-sm:gap-4 " +
  "max-lane:pr-6 max-lane:pl-12 max-sm:pt-0 max-sm:pr-4 max-sm:pl-7 print:grid print:h-auto";

/** Until it has started, the cards are in one pile. On paper they are below each other. */
const deckStyle =
  "relative h-[32.5rem] [--spread:400px] max-sm:h-[25rem] max-sm:[--spread:312px] " +
  "moving:not-data-started:[--spread:0px] print:grid print:h-auto print:gap-6";
