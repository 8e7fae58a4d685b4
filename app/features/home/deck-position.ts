/**
 * A card's position relative to the one in the centre, the short way round.
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
 * @param spread how far a neighbour lies from the centre, in pixels
 * @returns pixels, and a factor for its size
 */
export function deckPosition(offset: number, spread: number) {
  const distance = Math.abs(offset);
  if (distance === 0) return { x: 0, y: 0, scale: 1, zIndex: 3, opacity: 1 };
  if (distance === 1) {
    return { x: Math.sign(offset) * spread, y: 0, scale: 0.8, zIndex: 2, opacity: 1 };
  }
  return { x: 0, y: 50, scale: 0.7, zIndex: 1, opacity: distance === 2 ? 1 : 0 };
}
