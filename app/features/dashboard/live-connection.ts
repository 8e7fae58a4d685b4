import { answersSoon, versionOf } from "~/lib/connection";
import { serverNow } from "~/lib/server-clock";

/** A stream that breaks is back within this, as a rule: nothing is said of it. Milliseconds. */
const GRACE_MS = 2_500;

/** How long the server may take to say that it is there. With {@link GRACE_MS} less than five seconds. */
const ANSWER_MS = 2_000;

/** How often the server is asked whether it is there, while the stream is broken. */
const LOOK_EVERY_MS = 3_000;

/** A stream that was refused, by which the browser's own asking again ends. */
const REOPEN_MS = 15_000;

/** How often a window without a stream asks whether its view has changed. Milliseconds. */
const ASK_EVERY_MS = 3_000;

export interface LiveListener {
  /** Something of a name has changed. */
  hear: (name: string) => void;
  /** The server cannot be reached, since so many epoch milliseconds. */
  lose: (since: number) => void;
  /** It can be reached again, or the stream is open again: something may have been missed. */
  recover: () => void;
}

/**
 * Listens to a stream of events, and finds out whether the server can be reached when it breaks. A refused stream is
 * no lost server: the page can still ask.
 *
 * @param url of the stream, which begins with what the page has missed; asked for each time one is opened
 * @returns the function that ends it
 */
export function connectLive(url: () => string, { hear, lose, recover }: LiveListener): () => void {
  let source: EventSource;
  let brokenAt: number | null = null;
  let lost = false;
  let looking: ReturnType<typeof setTimeout> | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  function open(): void {
    clearTimeout(reopening);
    source = new EventSource(url());
    const onEvent = (event: MessageEvent<string>) => hear(event.data);
    source.addEventListener("refresh", onEvent);
    source.addEventListener("failure", onEvent);
    source.addEventListener("open", () => {
      const wasBroken = brokenAt !== null;
      brokenAt = null;
      lost = false;
      clearTimeout(looking);
      if (wasBroken) recover();
    });
    source.addEventListener("error", () => {
      watch();
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(reopening);
      reopening = setTimeout(open, REOPEN_MS);
    });
  }

  function watch(): void {
    if (brokenAt !== null) return;
    brokenAt = serverNow();
    looking = setTimeout(() => void look(), GRACE_MS);
  }

  async function look(): Promise<void> {
    const reachable = await answersSoon(ANSWER_MS);
    if (ended || brokenAt === null) return;
    const isBack = reachable && lost;
    if (!reachable && !lost) lose(brokenAt);
    if (isBack) recover();
    lost = !reachable;
    if (!reachable || source.readyState === EventSource.CONNECTING) {
      looking = setTimeout(() => void look(), LOOK_EVERY_MS);
      return;
    }
    // The stream has held, or it was refused: then the page asks by itself.
    brokenAt = null;
    if (isBack && source.readyState === EventSource.CLOSED) open();
  }

  open();
  window.addEventListener("offline", watch);
  return () => {
    ended = true;
    source.close();
    clearTimeout(looking);
    clearTimeout(reopening);
    window.removeEventListener("offline", watch);
  };
}

/**
 * Does without a stream: asks for the `ETag` of a view every few seconds. The first answer counts as a change, because
 * nobody knows what has changed since the page was made.
 *
 * @param address the view's
 * @param listener told to recover when something may have changed
 * @returns the function that ends it
 */
export function askForChanges(address: string, { lose, recover }: LiveListener): () => void {
  let known: string | null = null;
  let lost = false;
  let ended = false;

  async function ask(): Promise<void> {
    const asked = serverNow();
    const version = await versionOf(address, ANSWER_MS);
    // A view that waits for its upstream is no lost connection.
    const reachable = version !== null || (await answersSoon(ANSWER_MS));
    if (ended) return;
    if (!reachable && !lost) lose(asked);
    const changed = version !== null && version !== known;
    if (reachable && (lost || changed)) recover();
    lost = !reachable;
    known = version ?? known;
    next = setTimeout(() => void ask(), ASK_EVERY_MS);
  }

  let next = setTimeout(() => void ask(), ASK_EVERY_MS);
  return () => {
    ended = true;
    clearTimeout(next);
    if (lost) recover();
  };
}

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
