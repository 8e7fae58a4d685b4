/** One limit: so many points in so many seconds, counted for each key. */
export interface LimitRule {
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
