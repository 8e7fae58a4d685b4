import { LazyMotion, domAnimation } from "framer-motion";
import * as m from "framer-motion/m";
import type { ReactElement } from "react";
import { inert } from "~/lib/inert";
import { useDelayed } from "~/ui/use-delayed";
import { useMediaQuery } from "~/ui/use-media-query";
import { deckOffset, deckPlace } from "./deck-place";

/** Pixels between the centre and a neighbour, seconds between cards. */
const SPREAD = 400;
const PHONE_SPREAD = 312;
const STAGGER = 0.2;
const TRAVEL = 0.5;

export interface SolutionsDeckProps {
  cards: readonly ReactElement[];
  /** The card in the centre. */
  index: number;
  /** False: the cards still lie on one pile. True: they spread, one after the other. */
  started: boolean;
  /** Nothing travels: every card is at its place at once. */
  still: boolean;
}

/** The cards as a deck with one in front. Only that one can be clicked or focused. */
export function SolutionsDeck({ cards, index, started, still }: SolutionsDeckProps) {
  const spread = useMediaQuery("(max-width: 639px)") ? PHONE_SPREAD : SPREAD;
  const arrived = useDelayed(started, (cards.length * STAGGER + TRAVEL) * 1000);
  return (
    <LazyMotion features={domAnimation} strict>
      <ul className="deck">
        {cards.map((card, position) => {
          const offset = deckOffset(position, index, cards.length);
          const place = deckPlace(offset, started || still ? spread : 0);
          return (
            <m.li
              key={card.key}
              className={offset === 0 ? "in-centre" : ""}
              initial={false}
              animate={place}
              transition={{
                duration: still ? 0 : TRAVEL,
                delay: still || arrived ? 0 : position * STAGGER,
                ease: [0.45, 0.05, 0.15, 1],
                zIndex: { duration: 0, delay: 0 },
              }}
              aria-hidden={offset !== 0 || undefined}
              {...inert(offset !== 0)}
            >
              {card}
            </m.li>
          );
        })}
      </ul>
    </LazyMotion>
  );
}
