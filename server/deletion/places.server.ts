import { z } from "zod";
import { LONGEST_OTHERS, maskPhone, reasonIds, type Intent } from "./form-fields.server";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days between a deletion and the permanent erasure. */
const GRACE_DAYS = 90;

/** When a deleted account is erased permanently. Takes and returns milliseconds since 1970 (UTC). */
export function erasedAt(deletedAt: number): number {
  return deletedAt + GRACE_DAYS * DAY_MS;
}

/** Days left to restore an account: rounded up, never below 0. */
export function daysRemaining(deletedAt: number, now: number): number {
  return Math.max(0, Math.ceil((erasedAt(deletedAt) - now) / DAY_MS));
}

/** The limit that refused a step, ours or the auth API's own, and when it ends. */
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

/** The limits of a code. */
export interface CodeState {
  /** When the code can be sent again; 0 when it can be sent now. */
  resendAt: number;
  /** Number of tries left before the OTP session ends. */
  triesLeft: number;
}

interface PlaceRecord<Holds extends z.ZodRawShape, Shows extends object> {
  /** Content of the sealed cookie, beside the place's name. Times are in milliseconds since 1970. */
  holds: Holds;
  /** Accepted forms, beside those that every place accepts. `wait`: the end of the limit is shown again. */
  answers: Partial<Record<Intent, "run" | "wait">>;
  /** The current progress dot. */
  step: 1 | 2 | 3;
  /** Earlier steps that `?step=` can show at this place, for the browser's Back button. */
  leadsBackTo: readonly ("phone" | "reasons" | "done")[];
  /** Whether the page shows a dialog. Forms of another session's page are answered without it. */
  isDialog: boolean;
  /** Whether a sending limit may replace the session. */
  hasNothingToLose: boolean;
  /** The data that the page shows. It contains no secret: the phone is masked. */
  shows: (session: z.infer<z.ZodObject<Holds>>, now: number, code: CodeState | null) => Shows;
}

const place = <Holds extends z.ZodRawShape, Shows extends object>(
  record: PlaceRecord<Holds, Shows>,
) => record;

const finished = {
  reference: z.string(),
  deletedAt: z.number(),
  until: z.number(),
  /** Page id of the session that deleted the account. */
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
  /** When the session ends. Moving between steps does not extend it. */
  until: z.number(),
  /** Reference number of a sent deletion whose answer was lost. */
  lost: z.string().optional(),
};

function showsReasons(session: z.infer<z.ZodObject<typeof verified>>) {
  const { chosen, others, until: goodUntil, phoneEnd = null, lost = null } = session;
  return {
    /** All reasons to choose from. */
    reasons: reasonIds,
    longestOthers: LONGEST_OTHERS,
    chosen,
    others,
    /** When the session ends. */
    goodUntil,
    /** The last four digits of the number; null in a session of an earlier release without them. */
    phoneEnd,
    /** Reference number of a deletion whose answer was lost. */
    lost,
  };
}

/**
 * All places of the journey and their properties. A missing session also is the place `phone`. Once the OTP session is
 * used up, the session only keeps its `id` and the end of the number; the receipt contains neither phone nor token. The
 * token is stored in the cookie, not in Redis, so that a journey continues without Redis. The only other copy is in the
 * stored answer to `Verify OTP`, sealed with the idempotency key of the page that submitted the code.
 */
const records = {
  /** With a session: the first step again after a deletion, whose receipt can still be shown. */
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
      /** Unique per session: the auth API may give two sessions the same OTP session. */
      id: z.string(),
      phone: z.string(),
      otpSession: z.string(),
      /** When the code expires. */
      codeUntil: z.number(),
    },
    answers: { resend: "run", verify: "run" },
    step: 2,
    leadsBackTo: ["phone"],
    isDialog: false,
    hasNothingToLose: false,
    shows: ({ phone, codeUntil }, _, code) => ({
      maskedPhone: maskPhone(phone),
      /** When the code expires. */
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

/** The properties of each place that do not depend on its session's type. */
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

/** The content of a session cookie: a session, or a marker for one that another release has sealed. */
export type SealedSession = DeletionSession | { at: "of-another-release" };

const schemas = placeNames.map((at) => z.object({ at: z.literal(at), ...records[at].holds }));
export const sealedSession = z.union([
  ...schemas,
  z.object({ at: z.literal("of-another-release") }),
]) as unknown as z.ZodType<SealedSession>; // TypeScript loses the shapes of the table in the list

/** The data that the page shows at a place. */
export type DeletionPlace = {
  [P in Place]: { at: P } & ReturnType<Records[P]["shows"]>;
}[Place];

/** The data to show for a session. @param code null when the session does not wait for a code */
export function placeView(
  session: DeletionSession | null,
  now: number,
  code: CodeState | null,
): DeletionPlace {
  if (session === null) return { at: "phone", receipt: null };
  const { shows } = records[session.at] as PlaceRecord<z.ZodRawShape, object>;
  return { at: session.at, ...shows(session, now, code) } as DeletionPlace; // `shows` is of this place
}

export function placeOf(session: DeletionSession | null): Place {
  return session?.at ?? "phone";
}

/** The receipt in a session, if its account was deleted, whatever step the page shows; otherwise null. */
export function receiptOf(session: SealedSession | null): FinishedSession | null {
  if (session?.at === "done") return session;
  return session?.at === "phone" ? session.receipt : null;
}

/**
 * The session to show for the step in the URL. The URL is only a hint: an earlier step is shown if it may be
 * repeated, otherwise the current session. The cookie stays unchanged, so the browser can also go forward again.
 */
export function sessionAtStep(
  session: DeletionSession | null,
  step: string | null,
): DeletionSession | null {
  const back = places[placeOf(session)].leadsBackTo.find((target) => target === step);
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
