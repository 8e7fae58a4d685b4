import { z } from "zod";
import { LONGEST_OTHERS, maskPhone, reasonIds, type Intent } from "./form-fields.server";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days between a deletion and the permanent erasure. */
const GRACE_DAYS = 90;

/** When a deleted account is erased for good. Takes and returns milliseconds since 1970 (UTC). */
export function erasedAt(deletedAt: number): number {
  return deletedAt + GRACE_DAYS * DAY_MS;
}

/** Whole days left to bring an account back: rounded up, never below 0. */
export function daysRemaining(deletedAt: number, now: number): number {
  return Math.max(0, Math.ceil((erasedAt(deletedAt) - now) / DAY_MS));
}

/** A limit that said no, one of ours or the auth API's own limit of a call, and from when on it says yes. */
const refusal = {
  cause: z.enum([
    "minute",
    "hour",
    "number",
    "network",
    "codes",
    "tries",
    "send",
    "verify",
    "delete",
  ]),
  until: z.number(),
};
export const limitRefusal = z.object(refusal);
export type LimitRefusal = z.infer<typeof limitRefusal>;

/** What the limits know of a code. */
export interface CodeState {
  /** From when on the code can be sent again; 0 when it can be now. */
  resendAt: number;
  /** How many tries are left before the OTP session ends. */
  triesLeft: number;
}

interface PlaceRecord<Holds extends z.ZodRawShape, Shows extends object> {
  /** What the sealed cookie holds here, beside the place's name. Times are in milliseconds since 1970. */
  holds: Holds;
  /** Forms of this place, beside those that every place answers. To `wait` is to be told again until when. */
  answers: Partial<Record<Intent, "run" | "wait">>;
  /** The progress dot that is current. */
  step: 1 | 2 | 3;
  /** The steps that `?step=` can show again while the person is here, as the browser's Back asks for them. */
  leadsBackTo: readonly ("phone" | "reasons" | "done")[];
  /** Whether the page shows a dialog here. A form of another session's page is not answered with it. */
  isDialog: boolean;
  /** Whether a sending limit takes the place of all that the session holds. */
  hasNothingToLose: boolean;
  /** What the page shows. It holds no secret: the phone is masked. */
  shows: (session: z.infer<z.ZodObject<Holds>>, now: number, code: CodeState | null) => Shows;
}

const place = <Holds extends z.ZodRawShape, Shows extends object>(
  record: PlaceRecord<Holds, Shows>,
) => record;

const finished = {
  reference: z.string(),
  deletedAt: z.number(),
  until: z.number(),
  /** What pages name the session by that has deleted. */
  of: z.string().optional(),
};
export const finishedSession = z.object({ at: z.literal("done"), ...finished });
export type FinishedSession = z.infer<typeof finishedSession>;

const verified = {
  id: z.string(),
  token: z.string(),
  /** The number's last four digits. */
  phoneEnd: z.string().optional(),
  /** Ids of reasons. */
  chosen: z.array(z.enum(reasonIds)),
  others: z.string(),
  /** When the session ends; going back and forth does not prolong it. */
  until: z.number(),
  /** Reference number of a deletion that was sent and whose answer was lost. */
  lost: z.string().optional(),
};

function showsReasons(session: z.infer<z.ZodObject<typeof verified>>) {
  const { chosen, others, until: goodUntil, phoneEnd = null, lost = null } = session;
  return {
    /** Every reason there is to choose from. */
    reasons: reasonIds,
    longestOthers: LONGEST_OTHERS,
    chosen,
    others,
    /** Until when the steps to the deletion can be taken. */
    goodUntil,
    /** The last four digits of the number; null in a session of a release before they were kept. */
    phoneEnd,
    /** Reference number of a deletion whose answer was lost. */
    lost,
  };
}

/**
 * Where a person can stand, and all that makes a place. No session at all is the place `phone`, too. From the moment
 * the OTP session is used up only the session's own `id` and the end of the number travel on; the receipt knows neither
 * phone nor token. The token stays in the cookie, not in Redis: a journey goes on when Redis is gone. Otherwise it
 * stands only in the kept answer to `Verify OTP`, sealed with a key that only the page holds that has pressed.
 */
const records = {
  /** With a session: at the first step again after a deletion, whose receipt can still be shown. */
  phone: place({
    holds: { receipt: finishedSession },
    answers: {},
    step: 1,
    leadsBackTo: ["done"],
    isDialog: false,
    hasNothingToLose: true,
    shows: ({ receipt }) => ({ receipt: receipt.reference as string | null }),
  }),
  code: place({
    holds: {
      /** Of this session alone: the auth API may give two of them one OTP session. */
      id: z.string(),
      phone: z.string(),
      otpSession: z.string(),
      /** When the code stops being good. */
      codeUntil: z.number(),
    },
    answers: { resend: "run", verify: "run" },
    step: 2,
    leadsBackTo: ["phone"],
    isDialog: false,
    hasNothingToLose: false,
    shows: ({ phone, codeUntil }, _, code) => ({
      maskedPhone: maskPhone(phone),
      /** Until when the code is good. */
      goodUntil: codeUntil,
      resendAt: code?.resendAt ?? 0,
      triesLeft: code?.triesLeft ?? 0,
    }),
  }),
  reasons: place({
    holds: verified,
    answers: { reasons: "run" },
    step: 3,
    leadsBackTo: ["phone"],
    isDialog: false,
    hasNothingToLose: false,
    shows: showsReasons,
  }),
  confirm: place({
    holds: verified,
    answers: { reasons: "run", cancel: "run", delete: "run" },
    step: 3,
    leadsBackTo: ["phone", "reasons"],
    isDialog: true,
    hasNothingToLose: false,
    shows: showsReasons,
  }),
  done: place({
    holds: finished,
    answers: {},
    step: 3,
    leadsBackTo: [],
    isDialog: true,
    hasNothingToLose: false,
    shows: ({ reference, deletedAt }) => ({ reference, deletedAt }),
  }),
  "not-registered": place({
    holds: { id: z.string().optional() },
    answers: {},
    step: 2,
    leadsBackTo: ["phone"],
    isDialog: true,
    hasNothingToLose: true,
    shows: () => ({}),
  }),
  reactivation: place({
    holds: { id: z.string().optional(), deletedAt: z.number().nullable() },
    answers: {},
    step: 1,
    leadsBackTo: ["phone"],
    isDialog: true,
    hasNothingToLose: true,
    shows: ({ deletedAt }, now) => ({
      daysRemaining: deletedAt === null ? null : daysRemaining(deletedAt, now),
    }),
  }),
  locked: place({
    holds: refusal,
    answers: { resend: "wait", verify: "wait" },
    step: 1,
    leadsBackTo: [],
    isDialog: false,
    hasNothingToLose: true,
    shows: () => ({}),
  }),
  expired: place({
    holds: {},
    answers: {},
    step: 1,
    leadsBackTo: [],
    isDialog: false,
    hasNothingToLose: true,
    shows: () => ({}),
  }),
};

type Records = typeof records;
export type Place = keyof Records;

/** What the table says of every place alike. */
export const places: Record<
  Place,
  Omit<PlaceRecord<z.ZodRawShape, object>, "holds" | "shows">
> = records;
export const placeNames = Object.keys(records) as [Place, ...Place[]]; // the keys of a const object

export type DeletionSession = {
  [P in Place]: Records[P]["holds"] extends infer Holds extends z.ZodRawShape
    ? z.infer<z.ZodObject<{ at: z.ZodLiteral<P> } & Holds>>
    : never;
}[Place];
type SessionAt<P extends Place> = Extract<DeletionSession, { at: P }>;
export type CodeSession = SessionAt<"code">;
export type VerifiedSession = SessionAt<"reasons" | "confirm">;

/** What a cookie of ours may hold: a session, or one that another release has sealed. */
export type SealedSession = DeletionSession | { at: "of-another-release" };

const schemas = placeNames.map((at) => z.object({ at: z.literal(at), ...records[at].holds }));
export const sealedSession = z.union([
  ...schemas,
  z.object({ at: z.literal("of-another-release") }),
]) as unknown as z.ZodType<SealedSession>; // the shapes of the table are lost on their way through a list

/** What the page shows at a place. */
export type DeletionPlace = {
  [P in Place]: { at: P } & ReturnType<Records[P]["shows"]>;
}[Place];

/** @param code null where no code is waited for */
export function placeView(
  session: DeletionSession | null,
  now: number,
  code: CodeState | null,
): DeletionPlace {
  if (session === null) return { at: "phone", receipt: null };
  const { shows } = records[session.at] as PlaceRecord<z.ZodRawShape, object>;
  return { at: session.at, ...shows(session, now, code) } as DeletionPlace; // of the record of its own place
}

export function placeOf(session: DeletionSession | null): Place {
  return session?.at ?? "phone";
}

/** The receipt that a session can show: of a deletion that was done, whatever step is on the screen. */
export function receiptOf(session: SealedSession | null): FinishedSession | null {
  if (session?.at === "done") return session;
  return session?.at === "phone" ? session.receipt : null;
}

/**
 * What is shown to somebody who asks for a step. The URL is a hint and never trusted: it leads back to what may be
 * done again, and everywhere else to where the person stands. Their session stays as it is, so they can go forward.
 */
export function sessionAtStep(
  session: DeletionSession | null,
  step: string | null,
): DeletionSession | null {
  const back = places[placeOf(session)].leadsBackTo.find((one) => one === step);
  switch (back) {
    case undefined:
      return session;
    case "phone":
      return null;
    case "reasons":
      return session?.at === "confirm" ? { ...session, at: "reasons" } : session;
    case "done":
      return receiptOf(session);
  }
}
