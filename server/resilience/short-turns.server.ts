/** Long work runs in turns of at most TURN_MS, with pauses of PAUSE_MS in which requests are handled. */
const TURN_MS = 0.5;
const PAUSE_MS = 1;

/** Number of items that are sorted in one step. */
const RUN_SIZE = 1_000;

const waiting: (() => void)[] = [];

/** Resolves after a pause, when it is the caller's turn. Only one caller at a time gets a turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setTimeout(giveTurn, PAUSE_MS);
  });
}

function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setTimeout(giveTurn, PAUSE_MS);
}

/** Processes the items in order, in short turns of the event loop. @param work handles one item quickly */
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

/** A sorted copy, like `toSorted`. The last step is linear, because the platform's sort merges sorted runs. */
export async function sortedInShortTurns<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): Promise<T[]> {
  let runs: T[][] = [];
  for (let i = 0; i < items.length; i += RUN_SIZE) runs.push(items.slice(i, i + RUN_SIZE));
  for (;;) {
    await inShortTurns(runs, (run) => void run.sort(compare));
    if (runs.length <= 1) return runs[0] ?? [];
    runs = runs.flatMap((run, i) => (i % 2 === 0 ? [run.concat(runs[i + 1] ?? [])] : []));
  }
}
