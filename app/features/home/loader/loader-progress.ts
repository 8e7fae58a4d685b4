/** Progress rises by a random step after a random pause: milliseconds, percent. */
export const TICK_MS = { min: 120, max: 200 };
const INCREMENT = { min: 0.8, max: 3.3 };

/** Words of the status by the progress below which they stand. */
const words = [
  [30, "INITIALIZING"],
  [60, "LOADING"],
  [80, "PROCESSING"],
  [100, "FINALIZING"],
] as const;

const messages = [
  [15, "Loading system components..."],
  [30, "Establishing neural networks..."],
  [50, "Calibrating quantum processors..."],
  [70, "Syncing temporal matrices..."],
  [90, "Initializing holographic display..."],
] as const;

/** @param progress 0 to 100 */
export function statusWord(progress: number): string {
  return words.find(([below]) => progress < below)?.[1] ?? "COMPLETE";
}

/**
 * @param progress 0 to 100
 * @param product name in the last message
 */
export function statusMessage(progress: number, product: string): string {
  return (
    messages.find(([below]) => progress < below)?.[1] ??
    `Loading complete. Welcome to the ${product}.`
  );
}

/**
 * The progress after one more tick.
 *
 * @param chance 0 to 1
 */
export function advance(progress: number, chance: number): number {
  return Math.min(100, progress + between(INCREMENT, chance));
}

/** Milliseconds to the next tick. @param chance 0 to 1 */
export function tickDelay(chance: number): number {
  return between(TICK_MS, chance);
}

function between({ min, max }: { min: number; max: number }, chance: number): number {
  return min + (max - min) * chance;
}
