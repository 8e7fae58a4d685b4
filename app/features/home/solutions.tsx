import * as m from "framer-motion/m";
import { LazyMotion, domMin } from "framer-motion";
import { useRef } from "react";
import { solutions } from "~/content/solutions";
import { useSite } from "~/features/shell/site";
import { useHydrated, useMediaQuery } from "~/lib/hydration";
import { useMotionPaused } from "~/lib/pause-motion";
import { buttonStyle } from "~/ui/button";
import { ExternalLink } from "~/ui/external-link";
import { inert } from "~/ui/inert";
import { Lead, RoadSection, SectionHead } from "~/ui/road";
import { SlideControls } from "~/ui/slide-controls";
import { useRotation } from "~/ui/use-rotation";
import { useDelayed } from "~/ui/use-timers";
import { useInView } from "~/ui/use-in-view";
import { deckOffset, deckPlace } from "./deck-place";
import { SolutionCard } from "./solution-card";

/** The deck starts half a second after it is seen, and advances every seven seconds. */
const START_MS = 500;
const ADVANCE_MS = 7000;

/** Four solutions: a row that scrolls, and with scripts a deck that rotates automatically. */
export function Solutions() {
  const { links } = useSite();
  const frame = useRef<HTMLDivElement>(null);
  const visible = useInView(frame, { threshold: 0.1 });
  const started = useDelayed(visible, START_MS);
  const rotation = useRotation({
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
      <div
        role="group"
        aria-roledescription="carousel"
        aria-label="Solutions"
        {...rotation.handlers}
      >
        <div className={frameStyle} ref={frame} data-carousel="deck">
          <Deck index={rotation.index} started={started} />
        </div>
        <div className="mt-4 flex justify-center">
          <SlideControls what="solution" {...rotation.controls} />
        </div>
      </div>
    </RoadSection>
  );
}

/** Pixels between the centre and a neighbour; seconds between the starts of two cards, and of a card's transition. */
const SPREAD = 400;
const PHONE_SPREAD = 312;
const STAGGER = 0.2;
const TRAVEL = 0.5;

interface DeckProps {
  /** Index of the card in the centre. */
  index: number;
  /** False: the cards are in one pile. True: they spread, one after the other. */
  started: boolean;
}

/** The cards as a deck, of which only the card in front can be clicked or focused. The server renders a row. */
function Deck({ index, started }: DeckProps) {
  const isDeck = useHydrated();
  const still = useMotionPaused();
  const spread = useMediaQuery("(max-width: 639px)") ? PHONE_SPREAD : SPREAD;
  const count = solutions.length;
  const arrived = useDelayed(started, (count * STAGGER + TRAVEL) * 1000);
  return (
    <LazyMotion features={domMin} strict>
      <ul className={isDeck ? deckStyle : rowStyle}>
        {solutions.map((solution, position) => {
          const offset = isDeck ? deckOffset(position, index, count) : 0;
          const label = `${position + 1} / ${count}: ${solution.title}`;
          return (
            <m.li
              key={solution.title}
              className={isDeck ? slideStyle : "w-106 flex-none snap-start max-sm:w-77.5"}
              style={{ zIndex: 3 - Math.abs(offset) }}
              initial={false}
              animate={isDeck ? deckPlace(offset, started || still ? spread : 0) : {}}
              transition={{
                duration: still || !started ? 0 : TRAVEL,
                delay: still || !started || arrived ? 0 : position * STAGGER,
                ease: [0.45, 0.05, 0.15, 1],
              }}
              {...(isDeck && { "aria-roledescription": "slide", "aria-label": label })}
              aria-hidden={offset !== 0 || undefined}
              {...inert(offset !== 0)}
            >
              <SolutionCard
                solution={solution}
                exit={position + 1}
                place={isDeck ? (offset === 0 ? "centre" : "side") : "row"}
              />
            </m.li>
          );
        })}
      </ul>
    </LazyMotion>
  );
}

/** On narrow windows the frame is as wide as the window. */
const frameStyle =
  "mt-2 overflow-hidden pt-11 max-lane:-mr-6 max-lane:-ml-12 max-sm:mt-0 max-sm:-mr-4 max-sm:-ml-7";

const rowStyle =
  "relative flex h-[32.5rem] snap-x snap-proximity gap-6 overflow-x-auto pt-7.5 max-sm:h-[25rem] max-sm:gap-4 " +
  "max-lane:pr-6 max-lane:pl-12 max-sm:pt-0 max-sm:pr-4 max-sm:pl-7";

/** On paper the cards are below each other. */
const deckStyle = "relative h-[32.5rem] max-sm:h-[25rem] print:grid print:h-auto print:gap-6";

const slideStyle =
  "absolute top-7.5 left-1/2 -ml-53 w-106 max-sm:top-0 max-sm:ml-[max(-155px,-50%+16px)] " +
  "max-sm:w-[min(310px,100%-32px)] print:static print:m-0 print:transform-none! print:opacity-100!";
