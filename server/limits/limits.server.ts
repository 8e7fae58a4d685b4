import { networksOf } from "../process/client-address.server";
import { fingerprint, longestFull, type Counter, type Counters } from "./counters.server";
import { isRealLimit, limitRules, type LimitName, type RealLimit } from "./limit-rules.server";

/** One count to take: under which rule, for whom. */
export interface Use {
  rule: LimitName;
  /**
   * What is counted, perhaps private: the counters see its fingerprint only. A client's address or network counts in
   * every network that it belongs to; wider networks may have a multiple of the rule's points.
   */
  key: string;
}

/**
 * `left`: how many uses each rule still lets through. `rule`: the rule that refuses for the longest time; `until`: the
 * end of that, in milliseconds since 1970.
 */
export type Taken =
  | { ok: true; left: Partial<Record<LimitName, number>> }
  | { ok: false; rule: LimitName; until: number };

export interface Limits {
  /** Counts all uses, or none when one of them is over its limit. */
  take(uses: readonly Use[]): Promise<Taken>;
  /** Takes back what {@link take} counted, for something that did not happen after all. */
  giveBack(uses: readonly Use[]): Promise<void>;
  /** From when on {@link take} would let the uses through: milliseconds since 1970; 0 when it would now. */
  freeAt(uses: readonly Use[]): Promise<number>;
  /** How often {@link take} would still let the uses through. */
  left(uses: readonly Use[]): Promise<number>;
}

/**
 * The limits of {@link limitRules}, counted where `counters` counts.
 *
 * @param onFull called with each limit that refused something
 */
export function createLimits(counters: Counters, onFull?: (rule: RealLimit) => void): Limits {
  return {
    async take(uses) {
      const counted = uses.flatMap(countersOf);
      const { ok, windows } = await counters.take(counted);
      if (ok) {
        const left: Partial<Record<LimitName, number>> = {};
        for (const [index, { rule }] of counted.entries()) {
          left[rule] = Math.min(left[rule] ?? Infinity, windows[index]?.left ?? 0);
        }
        return { ok: true, left };
      }
      // A full window may have ended between the check and the reading.
      const { index, until } = longestFull(windows) ?? { index: 0, until: Date.now() };
      const rule = counted[index]?.rule;
      if (rule === undefined) throw new Error("A limit that was not asked for said no");
      if (isRealLimit(rule)) onFull?.(rule);
      return { ok: false, rule, until };
    },
    giveBack: (uses) => counters.giveBack(uses.flatMap(countersOf)),
    async freeAt(uses) {
      return longestFull(await counters.read(uses.flatMap(countersOf)))?.until ?? 0;
    },
    async left(uses) {
      const windows = await counters.read(uses.flatMap(countersOf));
      return Math.max(0, Math.min(...windows.map(({ left }) => left)));
    },
  };
}

function countersOf({ rule, key }: Use): (Counter & { rule: LimitName })[] {
  const { points, seconds, countedBy } = limitRules[rule];
  const keys = countedBy === "client address" ? networksOf(key) : [{ name: key, times: 1 }];
  return keys.map(({ name, times }) => {
    return { rule, name: `${rule}:${fingerprint(name)}`, points: points * times, seconds };
  });
}
