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
 * behind it, all further ones invisible.
 *
 * @param offset from {@link deckOffset}
 * @param spread distance of a neighbour from the centre, in pixels
 * @returns offsets in pixels, scale and opacity
 */
export function deckPlace(offset: number, spread: number) {
  const distance = Math.abs(offset);
  if (distance <= 1) return { x: offset * spread, y: 0, scale: 1 - distance / 5, opacity: 1 };
  return { x: 0, y: 50, scale: 0.7, opacity: distance === 2 ? 1 : 0 };
}
