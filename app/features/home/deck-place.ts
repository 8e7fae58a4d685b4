import type { CSSProperties } from "react";

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
 * Layout of a card in the deck: centre at full size, the neighbours beside it at 0.8, the next ones 50 px lower at 0.7
 * behind it, all further ones invisible. `--spread` is the distance of a neighbour from the centre.
 *
 * @param offset from {@link deckOffset}
 */
export function deckPlace(offset: number): CSSProperties {
  const distance = Math.abs(offset);
  const zIndex = 3 - distance;
  // A text, because React 18 writes the number of a scale in pixels.
  const scale = distance > 1 ? "0.7" : `${1 - distance / 5}`;
  if (distance > 1) return { zIndex, scale, translate: "0 50px", opacity: distance === 2 ? 1 : 0 };
  return { zIndex, scale, translate: `calc(${offset} * var(--spread))` };
}
