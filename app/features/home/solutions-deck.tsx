import * as m from "framer-motion/m";
import { LazyMotion, domMin } from "framer-motion";
import { solutions } from "~/content/solutions";
import { inert } from "~/ui/inert";
import { useDelayed } from "~/ui/use-timers";
import { useMediaQuery } from "~/lib/hydration";
import { SolutionCard } from "./solution-card";

/** Pixels between the centre and a neighbour; seconds between the starts of two cards, and of a card's transition. */
const SPREAD = 400;
const PHONE_SPREAD = 312;
const STAGGER = 0.2;
const TRAVEL = 0.5;

interface SolutionsDeckProps {
  /** Index of the card in the centre. */
  index: number;
  /** False: the cards are in one pile. True: they spread, one after the other. */
  started: boolean;
  /** Whether the cards change their places without animation. */
  still: boolean;
}

/** The cards as a deck. Only the card in front can be clicked or focused. */
export function SolutionsDeck({ index, started, still }: SolutionsDeckProps) {
  const spread = useMediaQuery("(max-width: 639px)") ? PHONE_SPREAD : SPREAD;
  const count = solutions.length;
  const arrived = useDelayed(started, (count * STAGGER + TRAVEL) * 1000);
  return (
    <LazyMotion features={domMin} strict>
      <div className="relative h-[32.5rem] max-sm:h-[25rem]">
        {solutions.map((solution, position) => {
          const offset = deckOffset(position, index, count);
          const place = deckPosition(offset, started || still ? spread : 0);
          return (
            <m.div
              key={solution.title}
              className={slideStyle}
              initial={false}
              animate={place}
              transition={{
                duration: still ? 0 : TRAVEL,
                delay: still || arrived ? 0 : position * STAGGER,
                ease: [0.45, 0.05, 0.15, 1],
                zIndex: { duration: 0, delay: 0 },
              }}
              role="group"
              aria-roledescription="slide"
              aria-label={`${position + 1} / ${count}: ${solution.title}`}
              aria-hidden={offset !== 0 || undefined}
              {...inert(offset !== 0)}
            >
              <SolutionCard
                solution={solution}
                exit={position + 1}
                place={offset === 0 ? "centre" : "side"}
              />
            </m.div>
          );
        })}
      </div>
    </LazyMotion>
  );
}

const slideStyle =
  "absolute top-7.5 left-1/2 -ml-53 w-106 max-sm:top-0 max-sm:ml-[max(-155px,-50%+16px)] " +
  "max-sm:w-[min(310px,100%-32px)]";

/**
 * A card's position relative to the centre card, the short way round.
 *
 * @returns 0 for the centre, negative to the left; with an even count the farthest card is positive
 */
export function deckOffset(card: number, current: number, count: number): number {
  const steps = (((card - current) % count) + count) % count;
  return steps > count / 2 ? steps - count : steps;
}

/**
 * Layout of the solutions carousel: centre at full size, the neighbours beside
 * it at 0.8, the next ones 50 px lower at 0.7 behind it, all further ones invisible.
 *
 * @param spread distance of a neighbour from the centre, in pixels
 * @returns offsets in pixels, and the scale of the card
 */
function deckPosition(offset: number, spread: number) {
  const distance = Math.abs(offset);
  if (distance === 0) return { x: 0, y: 0, scale: 1, zIndex: 3, opacity: 1 };
  if (distance === 1) {
    return { x: Math.sign(offset) * spread, y: 0, scale: 0.8, zIndex: 2, opacity: 1 };
  }
  return { x: 0, y: 50, scale: 0.7, zIndex: 1, opacity: distance === 2 ? 1 : 0 };
}
