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

/** The progress after one more tick: 0.8 to 3.3 percent more. */
export function advance(progress: number): number {
  return Math.min(100, progress + between(0.8, 3.3));
}

/** Milliseconds until the next tick. */
export const tickDelay = () => between(120, 200);

function between(least: number, most: number): number {
  return least + (most - least) * Math.random();
}
