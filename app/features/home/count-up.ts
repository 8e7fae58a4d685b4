/** Where the counter stops, how long it takes, how often it moves. */
export const COUNT_CAP = 96;
export const COUNT_MS = 1500;
export const COUNT_TICK_MS = 15;

/** What the counter shows after a number of ticks. */
export function countAfter(ticks: number): number {
  return Math.min(COUNT_CAP, Math.round((COUNT_CAP * ticks * COUNT_TICK_MS) / COUNT_MS));
}
