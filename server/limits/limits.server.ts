import { RateLimiterRes } from "rate-limiter-flexible";
import { limitRules, type LimitName } from "./limit-rules.server";
import type { LimiterStore } from "./limiter-store.server";

/** One count to take: under which rule, for whom. */
export interface Use {
  rule: LimitName;
  /** The private thing that is counted; the counters only see its fingerprint. */
  key: string;
}

/**
 * `left`: what each rule still lets through. `rule`: the one that says no for the longest time; `until` when it ends,
 * in milliseconds since 1970.
 */
export type Taken =
  | { ok: true; left: Partial<Record<LimitName, number>> }
  | { ok: false; rule: LimitName; until: number };

export interface Limits {
  /** Counts all uses, or none when one of them is over its limit. */
  take(uses: readonly Use[]): Promise<Taken>;
  /** Undoes what {@link take} counted, for something that did not happen after all. */
  giveBack(uses: readonly Use[]): Promise<void>;
  /** From when on {@link take} would let the uses through: milliseconds since 1970; 0 when it would now. */
  freeAt(uses: readonly Use[]): Promise<number>;
}

/** The limits of {@link limitRules}, counted in a store. */
export function createLimits(store: LimiterStore, fingerprint: (text: string) => string): Limits {
  const limiters = new Map(
    Object.entries(limitRules).map(([name, rule]) => [name, store(name, rule)] as const),
  );
  const limiter = (name: LimitName) => {
    const found = limiters.get(name);
    if (!found) throw new Error(`There is no limit named ${name}`);
    return found;
  };

  async function takeOne({ rule, key }: Use) {
    try {
      const result = await limiter(rule).consume(fingerprint(key));
      return { ok: true, rule, left: result.remainingPoints } as const;
    } catch (reason) {
      if (reason instanceof RateLimiterRes)
        return { ok: false, rule, until: endOf(reason) } as const;
      throw reason;
    }
  }

  /** A count back to zero is forgotten, so that the next use begins a whole new window. */
  async function giveBackOne({ rule, key }: Use) {
    const { consumedPoints } = await limiter(rule).reward(fingerprint(key));
    if (consumedPoints <= 0) await limiter(rule).delete(fingerprint(key));
  }

  const limits: Limits = {
    async take(uses) {
      const results = await Promise.all(uses.map(takeOne));
      const [longest] = results.filter((one) => !one.ok).sort((a, b) => b.until - a.until);
      if (longest) {
        // Stores count what they refuse as well; here only what was let through counts.
        await limits.giveBack(uses);
        return longest;
      }
      const left = results.flatMap((one) => (one.ok ? [[one.rule, one.left] as const] : []));
      return { ok: true, left: Object.fromEntries(left) };
    },
    async giveBack(uses) {
      await Promise.all(uses.map(giveBackOne));
    },
    async freeAt(uses) {
      const ends = await Promise.all(
        uses.map(async ({ rule, key }) => {
          const state = await limiter(rule).get(fingerprint(key));
          const full = state !== null && state.consumedPoints >= limitRules[rule].points;
          return full && state.msBeforeNext > 0 ? endOf(state) : 0;
        }),
      );
      return Math.max(0, ...ends);
    },
  };
  return limits;
}

function endOf({ msBeforeNext }: RateLimiterRes): number {
  return Date.now() + msBeforeNext;
}
