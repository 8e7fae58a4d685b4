/** Progress increases by a random step (percent) after a random pause (milliseconds). */
export const TICK_MS = { min: 120, max: 200 };
const INCREMENT = { min: 0.8, max: 3.3 };

/** Status words, each with the progress below which it is displayed. */
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

/** The status word at a progress. @param progress 0 to 100 */
export function statusWord(progress: number): string {
  return words.find(([below]) => progress < below)?.[1] ?? "COMPLETE";
}

/**
 * @param progress 0 to 100
 * @param product name of the product in the last message
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
 * @param chance random number, 0 to 1
 */
export function advance(progress: number, chance: number): number {
  return Math.min(100, progress + between(INCREMENT, chance));
}

/** Milliseconds until the next tick. @param chance random number, 0 to 1 */
export function tickDelay(chance: number): number {
  return between(TICK_MS, chance);
}

function between({ min, max }: { min: number; max: number }, chance: number): number {
  return min + (max - min) * chance;
}
