/**
 * A browser has six connections to a host over HTTP/1.1 for all of its windows, and each open stream holds one of them.
 * So many windows may hold a stream; half of the connections stay free for everything else.
 */
const MOST_STREAMS = 3;

/**
 * Listens to a stream while this window has one of the browser's few streams, and asks now and then until it gets one.
 * Where Web Locks are missing (on plain HTTP), the window that got the focus last listens.
 *
 * @param listen opens the stream and returns what ends it
 * @param ask begins to ask and returns what ends that
 * @returns the function that ends either
 */
export function listenInTurn(listen: () => () => void, ask: () => () => void): () => void {
  let end = ask();
  const change = (next: () => () => void) => {
    end();
    end = next();
  };
  const leave = waitForTurn(
    () => change(listen),
    () => change(ask),
  );
  return () => {
    leave();
    end();
  };
}

function waitForTurn(onTurn: () => void, onTurnOver: () => void): () => void {
  // The type says that every browser has it.
  const { locks } = navigator as { locks?: LockManager };
  return locks ? waitForLock(locks, onTurn) : followFocus(onTurn, onTurnOver);
}

/** Whoever closes, crashes or is frozen gives its lock back by that. */
function waitForLock(locks: LockManager, onTurn: () => void): () => void {
  const waiting = new AbortController();
  let release = () => {};
  const hold = () => {
    // Another one was granted in the same moment.
    if (waiting.signal.aborted) return;
    waiting.abort();
    onTurn();
    return new Promise<void>((resolve) => (release = resolve));
  };
  for (let stream = 1; stream <= MOST_STREAMS; stream += 1) {
    const options = { signal: waiting.signal };
    // Those that are not waited for any more reject.
    locks.request(`pulsescout-stream-${stream}`, options, hold).catch(() => undefined);
  }
  return () => {
    waiting.abort();
    release();
  };
}

/** The window that got the focus last tells the others. */
function followFocus(onTurn: () => void, onTurnOver: () => void): () => void {
  if (!("BroadcastChannel" in window)) return () => {};
  const windows = new BroadcastChannel("pulsescout-stream");
  let mine = false;
  const claim = () => {
    windows.postMessage(null);
    if (!mine) onTurn();
    mine = true;
  };
  windows.addEventListener("message", () => {
    if (mine) onTurnOver();
    mine = false;
  });
  window.addEventListener("focus", claim);
  if (document.hasFocus()) claim();
  return () => {
    windows.close();
    window.removeEventListener("focus", claim);
  };
}
