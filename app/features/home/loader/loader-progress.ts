import type { LoaderTexts } from "~/content/loader";

/** The text at a progress. @param progress 0 to 100 */
export function textAt(progress: number, texts: LoaderTexts): string {
  return texts.find(([below]) => progress < below)?.[1] ?? "";
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
