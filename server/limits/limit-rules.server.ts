/** One limit: so many in so many seconds, counted for each key. */
export interface LimitRule {
  /** How many are let through. */
  readonly points: number;
  readonly seconds: number;
  readonly countedBy: "phone" | "phone and network" | "client address" | "OTP session" | "session";
  /** No limit, but what has happened before: counted only to be remembered. */
  readonly mark?: true;
}

/** Every limit that holds whatever the upstream allows. */
export const limitRules = {
  /** A code a minute: the wait that the page counts down. */
  sendAgain: { points: 1, seconds: 60, countedBy: "phone and network" },
  sendPerHour: { points: 5, seconds: 3600, countedBy: "phone and network" },
  /** From everywhere: no phone rings more often. Higher than one network's, so that none closes a number to its owner. */
  sendPerNumber: { points: 20, seconds: 3600, countedBy: "phone" },
  /** Tries of any outcome. Generous, because carrier networks put many people behind one address. */
  sendPerAddress: { points: 60, seconds: 3600, countedBy: "client address" },
  /** As long as the session that the codes belong to can live. */
  wrongCode: { points: 5, seconds: 900, countedBy: "OTP session" },
  /** Tries of any outcome, so that an upstream that fails is no way to go on guessing. */
  codeTry: { points: 10, seconds: 900, countedBy: "OTP session" },
  /** Remembers sessions that ended by a deletion, for as long as their cookie could be played again. */
  deletionFinished: { points: 1, seconds: 900, countedBy: "session", mark: true },
  /** The same for sessions that their owner ended. */
  sessionLeft: { points: 1, seconds: 900, countedBy: "session", mark: true },
  /** Refreshing figures by hand: every figure once, and some of them again. */
  refreshNow: { points: 10, seconds: 60, countedBy: "client address" },
  /** Reads of the core API that a visitor chose and no cache holds; what all are shown is not counted. */
  chosenRead: { points: 600, seconds: 60, countedBy: "client address" },
  /** Wrong metrics tokens. The right one is let in all the same; the limit shows that somebody guesses. */
  wrongToken: { points: 10, seconds: 900, countedBy: "client address" },
  /** What browsers tell of pages; counted by each process for itself, since only its own figures are at stake. */
  webVitals: { points: 120, seconds: 60, countedBy: "client address" },
  violationReports: { points: 120, seconds: 60, countedBy: "client address" },
  contactForm: { points: 5, seconds: 3600, countedBy: "client address" },
  /** Tries of any outcome, where those that the service has surely not taken are none of the five. */
  contactTry: { points: 20, seconds: 3600, countedBy: "client address" },
} as const satisfies Record<string, LimitRule>;

export type LimitName = keyof typeof limitRules;

type Mark = {
  [Name in LimitName]: (typeof limitRules)[Name] extends { mark: true } ? Name : never;
}[LimitName];

/** Those that say no to somebody. */
export type RealLimit = Exclude<LimitName, Mark>;

export const isRealLimit = (name: LimitName): name is RealLimit => !("mark" in limitRules[name]);
