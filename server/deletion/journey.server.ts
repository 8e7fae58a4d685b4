/**
 * The deletion journey as one table. The route guard, the page
 * and the tests all read it, so reload, back button, double submit, second tab and deep link have one answer each.
 */

/** Where a person stands. `phone` needs no session. */
export const places = [
  "phone",
  "code",
  "reasons",
  "confirm",
  "done",
  "not-registered",
  "reactivation",
  "locked",
  "expired",
] as const;
export type Place = (typeof places)[number];

/** What happened, once every call upstream has been answered. */
export const events = [
  "code-sent",
  "deleted-before",
  "sending-limited",
  "code-accepted",
  "no-account",
  "codes-used-up",
  "time-passed",
  "reasons-given",
  "cancelled",
  "account-deleted",
  "started-over",
] as const;
export type JourneyEvent = (typeof events)[number];

/** What a form on the page asks for. */
export const intents = [
  "send",
  "resend",
  "verify",
  "reasons",
  "cancel",
  "delete",
  "start-over",
  "leave",
] as const;
export type Intent = (typeof intents)[number];

/** Submitting a phone number begins a new journey wherever the person stood; so does 'Change Number'. */
const anew = {
  "code-sent": "code",
  "deleted-before": "reactivation",
  "started-over": "phone",
} as const;

/** Over a sending limit with nothing to lose: the page keeps saying until when. */
const nothingToLose = { ...anew, "sending-limited": "locked" } as const;

const table: Record<Place, Partial<Record<JourneyEvent, Place>>> = {
  phone: nothingToLose,
  code: {
    ...anew,
    "code-accepted": "reasons",
    "no-account": "not-registered",
    "codes-used-up": "locked",
    "time-passed": "expired",
  },
  reasons: { ...anew, "reasons-given": "confirm" },
  confirm: {
    ...anew,
    "reasons-given": "confirm",
    cancelled: "reasons",
    "account-deleted": "done",
  },
  done: anew,
  "not-registered": nothingToLose,
  reactivation: nothingToLose,
  locked: nothingToLose,
  expired: nothingToLose,
};

/** The place an event leads to; an event that has no meaning at a place leaves the person there. */
export function next(place: Place, event: JourneyEvent): Place {
  return table[place][event] ?? place;
}

const anywhere: readonly Place[] = places;

const allowed: Record<Intent, readonly Place[]> = {
  send: anywhere,
  resend: ["code"],
  verify: ["code"],
  reasons: ["reasons", "confirm"],
  cancel: ["confirm"],
  delete: ["confirm"],
  "start-over": anywhere,
  leave: anywhere,
};

/**
 * The guard's answer to a form: `run` it; `show` the page of the place where the person is and do nothing;
 * `wait`, the page that names the time from which on it may be tried again; or `ended`, the first step with the
 * sentence that the session was over before.
 */
export function guard(place: Place, intent: Intent): "run" | "show" | "wait" | "ended" {
  if (allowed[intent].includes(place)) return "run";
  if (place === "phone") return "ended";
  return place === "locked" && (intent === "verify" || intent === "resend") ? "wait" : "show";
}

/** Which of the three progress dots a place belongs to. */
export const stepOf: Record<Place, 1 | 2 | 3> = {
  phone: 1,
  locked: 1,
  expired: 1,
  reactivation: 1,
  code: 2,
  "not-registered": 2,
  reasons: 3,
  confirm: 3,
  done: 3,
};
