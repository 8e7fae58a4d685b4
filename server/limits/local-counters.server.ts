import { AsyncResource } from "node:async_hooks";
import { RateLimiterMemory } from "rate-limiter-flexible";
import {
  longestFull,
  type Count,
  type Counter,
  type Counters,
  type Verdict,
} from "./counters.server";

/** Counts in this process, for those who have no Redis and for those whose Redis is away. */
export interface LocalCounters extends Counters {
  /** @param until when windows end that are opened now, in milliseconds since 1970; their own time unless told */
  take(counters: readonly Counter[], until?: readonly number[]): Promise<Verdict>;
}

export function createLocalCounters(): LocalCounters {
  // A store of counts with an end each; what they mean is decided here, several at a time.
  const memory = new RateLimiterMemory({ points: 1, duration: 1 });
  // The store sets a timer for each count, up to an hour long, which would keep the request that it was set in.
  const nobodysRequest = new AsyncResource("local counters");
  let last: Promise<unknown> = Promise.resolve();

  /** The store answers with promises, so a check and its count would not be one step without. */
  function inTurn<T>(step: () => Promise<T>): Promise<T> {
    return nobodysRequest.runInAsyncScope(() => {
      const done = last.then(step);
      last = done.catch(() => undefined);
      return done;
    });
  }

  async function read({ name }: Counter): Promise<Count> {
    const state = await memory.get(name);
    if (state === null || state.msBeforeNext <= 0) return { used: 0, until: 0 };
    return { used: state.consumedPoints, until: Date.now() + state.msBeforeNext };
  }

  const add = ({ name }: Counter, seconds: number) =>
    memory.penalty(name, 1, { customDuration: seconds });

  return {
    take: (counters, until) =>
      inTurn(async () => {
        const full = longestFull(counters, await Promise.all(counters.map(read)));
        if (full !== null) return { ok: false, ...full };
        const end = (index: number) => until?.[index] ?? Infinity;
        const secondsTo = (time: number) => Math.max(0.001, (time - Date.now()) / 1000);
        const added = await Promise.all(
          counters.map((one, i) => add(one, Math.min(one.seconds, secondsTo(end(i))))),
        );
        const left = counters.map(({ points }, i) => points - (added[i]?.consumedPoints ?? 0));
        return { ok: true, left };
      }),
    giveBack: (counters) =>
      inTurn(async () => {
        for (const { name } of counters) {
          if ((await memory.get(name)) === null) continue;
          const { consumedPoints } = await memory.reward(name);
          if (consumedPoints <= 0) await memory.delete(name);
        }
      }),
    freeAt: (counters) =>
      inTurn(async () => {
        const counts = await Promise.all(counters.map(read));
        return longestFull(counters, counts)?.until ?? 0;
      }),
  };
}
