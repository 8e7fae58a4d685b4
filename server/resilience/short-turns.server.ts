/** Work that is done in turns takes so many milliseconds at once, and leaves at least as many to requests in between. */
const TURN_MS = 0.5;
const PAUSE_MS = 1;

/** How many items are sorted in one step. */
const RUN = 1_000;

const waiting: (() => void)[] = [];

/** Resolves after a pause, when no other work has its turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setTimeout(giveTurn, PAUSE_MS);
  });
}

function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setTimeout(giveTurn, PAUSE_MS);
}

/** Works on each item in order, in short turns of the event loop. @param work is quick for one item */
export async function inShortTurns<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let until = performance.now() + TURN_MS;
  for (const item of items) {
    if (performance.now() > until) {
      await nextTurn();
      until = performance.now() + TURN_MS;
    }
    work(item);
  }
}

/** A sorted copy, as `toSorted` makes one. The last step is linear: the platform's sort merges runs that are sorted. */
export async function sortedInShortTurns<T>(
  items: readonly T[],
  compare: (one: T, other: T) => number,
): Promise<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length; at += RUN) runs.push(items.slice(at, at + RUN));
  for (;;) {
    await inShortTurns(runs, (run) => void run.sort(compare));
    if (runs.length <= 1) return runs[0] ?? [];
    runs = runs.flatMap((run, at) => (at % 2 === 0 ? [run.concat(runs[at + 1] ?? [])] : []));
  }
}
