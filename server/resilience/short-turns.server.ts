/** Long work runs in turns of at most TURN_MS, with pauses of PAUSE_MS in which requests are handled. */
const TURN_MS = 0.5;
const PAUSE_MS = 1;

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
