import { networksOf } from "../process/client-address.server";
import { fingerprint, longestFull, type Counter, type Counters } from "./counters.server";

/** One limit: so many points in so many seconds, counted for each key. */
interface LimitRule {
  /** How many uses are let through. */
  readonly points: number;
  readonly seconds: number;
  readonly countedBy: "phone" | "phone and network" | "client address" | "OTP session" | "session";
  /** Not a limit for anybody: the count only remembers that something has happened. */
  readonly mark?: true;
}

/** Every limit that holds whatever the upstream allows. */
export const limitRules = {
  /** One code a minute: the page counts this wait down. */
  sendAgain: { points: 1, seconds: 60, countedBy: "phone and network" },
  sendPerHour: { points: 5, seconds: 3600, countedBy: "phone and network" },
  /** Codes to one phone from all networks. Higher than the limit of one network, which alone cannot block a number. */
  sendPerNumber: { points: 20, seconds: 3600, countedBy: "phone" },
  /** Tries of any outcome. Generous, because carrier networks put many people behind one address. */
  sendPerAddress: { points: 60, seconds: 3600, countedBy: "client address" },
  /** As long as the session that the codes belong to can live. */
  wrongCode: { points: 5, seconds: 900, countedBy: "OTP session" },
  /** Tries of any outcome: an upstream that fails must not allow further guesses. */
  codeTry: { points: 10, seconds: 900, countedBy: "OTP session" },
  /** Remembers sessions that ended by a deletion, for as long as a copy of their cookie could be used. */
  deletionFinished: { points: 1, seconds: 900, countedBy: "session", mark: true },
  /** The same for sessions that their owner ended. */
  sessionLeft: { points: 1, seconds: 900, countedBy: "session", mark: true },
  /** Manual refreshes: enough for every figure once, and for some of them again. */
  refreshNow: { points: 10, seconds: 60, countedBy: "client address" },
  /** Reads of the core API that a visitor chose and no cache holds. Default views are not counted. */
  chosenRead: { points: 600, seconds: 60, countedBy: "client address" },
  /** Wrong metrics tokens. The right token is accepted all the same; the limit shows operators that one is guessed. */
  wrongToken: { points: 10, seconds: 900, countedBy: "client address" },
  /** Reports of browsers. Each process counts for itself, because only its own figures are at stake. */
  webVitals: { points: 120, seconds: 60, countedBy: "client address" },
  violationReports: { points: 120, seconds: 60, countedBy: "client address" },
  contactForm: { points: 5, seconds: 3600, countedBy: "client address" },
  /** Tries of any outcome. A message that the service has certainly not taken counts here, and not above. */
  contactTry: { points: 20, seconds: 3600, countedBy: "client address" },
} as const satisfies Record<string, LimitRule>;

export type LimitName = keyof typeof limitRules;

type Mark = {
  [Name in LimitName]: (typeof limitRules)[Name] extends { mark: true } ? Name : never;
}[LimitName];

/** The rules that refuse somebody. */
export type RealLimit = Exclude<LimitName, Mark>;

export const isRealLimit = (name: LimitName): name is RealLimit => !("mark" in limitRules[name]);

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
