/** Other requests wait no longer than this for work that is done in turns, in milliseconds. */
const TURN_MS = 10;

/** How many items are sorted in one step. */
const RUN = 1_000;

/** Works on each item in order, in short turns of the event loop. @param work is quick for one item */
export async function inShortTurns<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let until = performance.now() + TURN_MS;
  for (const item of items) {
    if (performance.now() > until) {
      await new Promise(setImmediate);
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
