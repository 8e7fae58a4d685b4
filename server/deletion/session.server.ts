import { z } from "zod";
import { fingerprint } from "../limits/counters.server";
import type { Place } from "./journey.server";
import { LONGEST_OTHERS, reasonIds } from "./reasons.server";

/** What said no: one of our limits, or the auth API's own limit of a call. */
export const refusalCauses = [
  "minute",
  "hour",
  "number",
  "network",
  "codes",
  "tries",
  "send",
  "verify",
  "delete",
] as const;

/** A limit that said no, and from when on it says yes. */
const refusal = {
  cause: z.enum(refusalCauses),
  until: z.number(),
};
export const limitRefusal = z.object(refusal);
export type LimitRefusal = z.infer<typeof limitRefusal>;

/** What stays where it is when a limit says no, but is told the same again after a reload. */
const remembering = { refused: limitRefusal.optional() };

/** The receipt. */
export const finishedSession = z.object({
  at: z.literal("done"),
  reference: z.string(),
  deletedAt: z.number(),
  until: z.number(),
  /** What pages name the session by that has deleted. */
  of: z.string().optional(),
  ...remembering,
});
export type FinishedSession = z.infer<typeof finishedSession>;

/**
 * What the sealed cookie holds, by place. No session at all is the place `phone`, too. From the moment the OTP session
 * is used up only the session's own `id` and the end of the number travel on; the receipt knows neither phone nor token.
 * The token stays here, not in Redis: a journey goes on when Redis is gone. Otherwise it stands only in the kept answer to
 * `Verify OTP`, sealed with a key that only the page holds that has pressed.
 */
export const deletionSession = z.discriminatedUnion("at", [
  /** At the first step again after a deletion: its receipt can still be shown. */
  z.object({ at: z.literal("phone"), receipt: finishedSession, ...remembering }),
  z.object({
    at: z.literal("code"),
    /** Of this session alone: the auth API may give two of them one OTP session. */
    id: z.string(),
    phone: z.string(),
    otpSession: z.string(),
    /** When the code stops being good, in milliseconds since 1970, as all times here. */
    codeUntil: z.number(),
    ...remembering,
  }),
  z.object({ at: z.literal("expired") }),
  z.object({ at: z.literal("locked"), ...refusal }),
  z.object({ at: z.literal("not-registered"), id: z.string().optional() }),
  z.object({
    at: z.literal("reactivation"),
    id: z.string().optional(),
    deletedAt: z.number().nullable(),
  }),
  z.object({
    at: z.enum(["reasons", "confirm"]),
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
    ...remembering,
  }),
  finishedSession,
]);

export type DeletionSession = z.infer<typeof deletionSession>;

/** What a cookie of ours may hold beside a session: one that a later release has sealed. */
export const sealedSession = z.union([
  deletionSession,
  z.object({ at: z.literal("of-a-later-release") }),
]);
export type SealedSession = z.infer<typeof sealedSession>;
export type CodeSession = Extract<DeletionSession, { at: "code" }>;
export type VerifiedSession = Extract<DeletionSession, { token: string }>;

const MINUTE_MS = 60_000;

/** Longest token, in UTF-16 units, however well it can be packed: servers take no longer headers. */
export const LONGEST_TOKEN = 8_192;

/** Longest life of a session. */
export const SESSION_MS = 15 * MINUTE_MS;

/** How long an OTP session is good (ASVS 5.0, 6.5.5). */
export const OTP_SESSION_MS = 10 * MINUTE_MS;

export function placeOf(session: DeletionSession | null): Place {
  return session?.at ?? "phone";
}

/** The limit that a session remembers. */
export function refusalOf(session: DeletionSession | null): LimitRefusal | null {
  if (session?.at === "locked") return { cause: session.cause, until: session.until };
  return (session !== null && "refused" in session && session.refused) || null;
}

/** The longest that may become of a session before the account is deleted. */
export function longestForm(session: VerifiedSession): VerifiedSession {
  return {
    ...session,
    at: "confirm",
    chosen: [...reasonIds],
    others: "x".repeat(LONGEST_OTHERS),
    lost: "DEL-0000-0000",
    refused: { cause: "network", until: session.until },
  };
}

/**
 * What pages and their forms name a session by, so that a form acts on the session of the page that it stood on and on
 * no other. It stays the same from the code to the receipt, says in which memory the session began, and nothing of what
 * it holds.
 *
 * @returns null where there is nothing that a form of another session could spoil
 */
export function pageIdOf(session: DeletionSession | null): string | null {
  const receipt = receiptOf(session);
  if (receipt !== null) return receipt.of ?? null;
  const id = session !== null && "id" in session ? session.id : undefined;
  if (id === undefined) return null;
  const hash = fingerprint(`page of ${id}`).slice(0, HASH_LENGTH);
  // Sessions of releases before do not say in which memory they began.
  const [memory, began, random] = id.split(".");
  return random === undefined ? hash : `${hash}.${memory}.${began}`;
}

/** 96 bits. */
const HASH_LENGTH = 16;

/** Longest name that {@link pageIdOf} gives. */
export const LONGEST_PAGE_ID = 40;

/** The receipt that a session can show: of a deletion that was done, whatever step is on the screen. */
export function receiptOf(session: DeletionSession | null): FinishedSession | null {
  if (session?.at === "done") return session;
  return session?.at === "phone" ? session.receipt : null;
}

/** When the cookie of a session has to die. */
export function sessionEnd(session: DeletionSession, now: number): number {
  const ending = receiptOf(session) ?? session;
  const own = "until" in ending && ending.at !== "locked" ? ending.until : Infinity;
  return Math.min(own, now + SESSION_MS);
}
