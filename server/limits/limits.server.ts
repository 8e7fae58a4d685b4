import { networksOf } from "../process/client-address.server";
import { fingerprint, longestFull, type Counter, type Counters } from "./counters.server";

/** A limit: a number of uses within a number of seconds, counted for each key. */
interface LimitRule {
  /** Number of allowed uses. */
  readonly points: number;
  readonly seconds: number;
  readonly countedBy: "phone" | "phone and network" | "client address" | "OTP session" | "session";
  /** A mark refuses nothing: its count only records that something has happened. */
  readonly mark?: true;
}

/** All limits of this site. They apply regardless of the limits of the upstream. */
export const limitRules = {
  /** One code a minute. The page shows a countdown of this wait. */
  sendAgain: { points: 1, seconds: 60, countedBy: "phone and network" },
  sendPerHour: { points: 5, seconds: 3600, countedBy: "phone and network" },
  /** Codes to one phone from all networks. Higher than the limit of one network, which alone cannot block a phone. */
  sendPerNumber: { points: 20, seconds: 3600, countedBy: "phone" },
  /** Tries of any outcome. Generous, because carrier networks put many people behind one address. */
  sendPerAddress: { points: 60, seconds: 3600, countedBy: "client address" },
  /** The window is the longest lifetime of the session that the codes belong to. */
  wrongCode: { points: 5, seconds: 900, countedBy: "OTP session" },
  /** Tries of any outcome: an upstream that fails must not allow further guesses. */
  codeTry: { points: 10, seconds: 900, countedBy: "OTP session" },
  /** Manual refreshes: enough to refresh every figure once, and some of them again. */
  refreshNow: { points: 10, seconds: 60, countedBy: "client address" },
  /** Uncached reads of the core API for views that a visitor chose. Default views are not counted. */
  chosenRead: { points: 600, seconds: 60, countedBy: "client address" },
  /** Wrong metrics tokens. The right token is always accepted; the limit shows operators that tokens are guessed. */
  wrongToken: { points: 10, seconds: 900, countedBy: "client address" },
  /** Reports from browsers. Each process counts for itself, because a flood only distorts its own figures. */
  webVitals: { points: 120, seconds: 60, countedBy: "client address" },
  violationReports: { points: 120, seconds: 60, countedBy: "client address" },
  contactForm: { points: 5, seconds: 3600, countedBy: "client address" },
  /** Tries of any outcome. A message that the service has certainly not accepted counts here, not in `contactForm`. */
  contactTry: { points: 20, seconds: 3600, countedBy: "client address" },
} as const satisfies Record<string, LimitRule>;

export type LimitName = keyof typeof limitRules;

type Mark = {
  [Name in LimitName]: (typeof limitRules)[Name] extends { mark: true } ? Name : never;
}[LimitName];

/** The rules that can refuse a use, in contrast to marks. */
export type RealLimit = Exclude<LimitName, Mark>;

export const isRealLimit = (name: LimitName): name is RealLimit => !("mark" in limitRules[name]);

/** One use to count: its rule and its key. */
export interface Use {
  rule: LimitName;
  /**
   * The counted text, perhaps private: counters get only its fingerprint. A client's address or network counts in every
   * network that it belongs to; wider networks may have a multiple of the rule's points.
   */
  key: string;
}

/**
 * `left`: the remaining uses of each rule. `rule`: the rule that refuses for the longest time; `until`: when that ends,
 * in milliseconds since 1970.
 */
export type TakeResult =
  | { ok: true; left: Partial<Record<LimitName, number>> }
  | { ok: false; rule: LimitName; until: number };

export interface Limits {
  /** Counts all uses, or none when one of them is over its limit. */
  take(uses: readonly Use[]): Promise<TakeResult>;
  /** Reverts the counts of {@link take}, for an action that did not happen after all. */
  giveBack(uses: readonly Use[]): Promise<void>;
  /** When {@link take} would allow the uses, in milliseconds since 1970; 0 when it would allow them now. */
  freeAt(uses: readonly Use[]): Promise<number>;
  /** How many more times {@link take} would allow the uses. */
  left(uses: readonly Use[]): Promise<number>;
}

/**
 * Creates the limits of {@link limitRules}, counted by `counters`.
 *
 * @param onFull called with each rule that refused a use
 */
export function createLimits(counters: Counters, onFull?: (rule: RealLimit) => void): Limits {
  return {
    async take(uses) {
      const ruleCounters = uses.flatMap(countersOf);
      const { ok, windows } = await counters.take(ruleCounters);
      if (ok) {
        const left: Partial<Record<LimitName, number>> = {};
        for (const [index, { rule }] of ruleCounters.entries()) {
          left[rule] = Math.min(left[rule] ?? Infinity, windows[index]?.left ?? 0);
        }
        return { ok: true, left };
      }
      // A full window may have ended between the check and the reading.
      const { index, until } = longestFull(windows) ?? { index: 0, until: Date.now() };
      const rule = ruleCounters[index]?.rule;
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
