import * as m from "framer-motion/m";
import { LazyMotion, domMin } from "framer-motion";
import { solutions } from "~/content/solutions";
import { useMediaQuery } from "~/lib/hydration";
import { useMotionPaused } from "~/lib/pause-motion";
import { useDelayed } from "~/ui/use-timers";
import { deckOffset, deckPlace } from "./deck-place";
import { SolutionCard } from "./solution-card";

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

/** The cards as a deck, of which only the card in front can be clicked or focused. */
export default function SolutionsDeck({ index, started }: DeckProps) {
  const still = useMotionPaused();
  const spread = useMediaQuery("(max-width: 639px)") ? PHONE_SPREAD : SPREAD;
  const count = solutions.length;
  const arrived = useDelayed(started, (count * STAGGER + TRAVEL) * 1000);
  return (
    <LazyMotion features={domMin} strict>
      <ul className={deckStyle}>
        {solutions.map((solution, position) => {
          const offset = deckOffset(position, index, count);
          const label = `${position + 1} / ${count}: ${solution.title}`;
          return (
            <m.li
              key={solution.title}
              className={slideStyle}
              style={{ zIndex: 3 - Math.abs(offset) }}
              initial={false}
              animate={deckPlace(offset, started || still ? spread : 0)}
              transition={{
                duration: still || !started ? 0 : TRAVEL,
                delay: still || !started || arrived ? 0 : position * STAGGER,
                ease: [0.45, 0.05, 0.15, 1],
              }}
              aria-roledescription="slide"
              aria-label={label}
              aria-hidden={offset !== 0 || undefined}
              {...(offset !== 0 && { inert: "" })} // React 18 has no type for it
            >
              <SolutionCard
                solution={solution}
                exit={position + 1}
                place={offset === 0 ? "centre" : "side"}
              />
            </m.li>
          );
        })}
      </ul>
    </LazyMotion>
  );
}

/** On paper the cards are below each other. */
const deckStyle = "relative h-[32.5rem] max-sm:h-[25rem] print:grid print:h-auto print:gap-6";

const slideStyle =
  "absolute top-7.5 left-1/2 -ml-53 w-106 max-sm:top-0 max-sm:ml-[max(-155px,-50%+16px)] " +
  "max-sm:w-[min(310px,100%-32px)] print:static print:m-0 print:transform-none! print:opacity-100!";
