import { z } from "zod";
import { instantFrom } from "./readings.server";

/** What the auth API is sent. */
export const sendOtpBody = z.object({
  phone_number: z.string().regex(/^\+\d{8,15}$/),
  country_short_name: z.string(),
  type: z.literal("whatsapp"),
});

export const verifyOtpBody = z.object({ sessionId: z.string(), otp: z.string() });

/** The reasons, joined by commas. */
export const deleteProfileBody = z.object({ reason: z.string().min(1) });

/** The auth API's answers in their clean shapes. */

export interface CodeSent {
  /** The OTP session to verify against; null when a warning came instead. */
  sessionId: string | null;
  /** Set when the account was deleted before and can still be brought back. */
  deletedBefore: { deletedAt: number | null } | null;
}

export type CodeVerified = { action: "login"; token: string } | { action: "signup_required" };

export interface AccountDeleted {
  /** Milliseconds since 1970; null when the answer does not say. */
  deletedAt: number | null;
}

const EARLIEST_DELETION = Date.UTC(2000);

/** A moment as every upstream may write it; anything else, and any before 2000, is unknown. */
const moment = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => {
    const time = instantFrom(value);
    return typeof time === "number" && time >= EARLIEST_DELETION ? time : null;
  })
  .catch(null);

/** Short enough for the session's cookie, in whatever way it is written there. A long number has come as a text. */
const identifier = z
  .union([z.string().regex(/^[\x20-\x7e]{1,1024}$/), z.number()])
  .transform(String)
  .nullish()
  .transform((value) => value ?? null);

export const codeSentSchema = z
  .object({
    sessionId: identifier,
    warning: z.object({ action: z.string(), deleted_at: moment }).nullish().catch(null),
  })
  .meta({ anyOf: [{ required: ["sessionId"] }, { required: ["warning"] }] })
  .transform(({ sessionId, warning }, context): CodeSent => {
    const deletedBefore =
      warning?.action === "reactivation_available" ? { deletedAt: warning.deleted_at } : null;
    if (sessionId === null && deletedBefore === null) {
      context.addIssue({ code: "custom", message: "neither sessionId nor warning" });
      return z.NEVER;
    }
    return { sessionId, deletedBefore };
  });

export const codeVerifiedSchema: z.ZodType<CodeVerified> = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("login"),
    token: z.union([z.string().min(1), z.number()]).transform(String),
  }),
  z.object({ action: z.literal("signup_required") }),
]);

/** The two messages that mean success. */
export const deletionMessages: readonly string[] = [
  "Account deleted successfully",
  "Account successfully soft deleted",
];

/** The times under which an answer says when the account was deleted, beside one of the messages. */
export const deletionTimes = z.object({ deleted_at: moment, deletedAt: moment });

export const accountDeletedSchema = deletionTimes.transform((answer): AccountDeleted => ({
  deletedAt: answer.deleted_at ?? answer.deletedAt,
}));

/**
 * Lays a flat answer and one in the core API's envelope out the same way.
 *
 * @param body parsed JSON, such as `{message, sessionId}` or `{success, data: {sessionId}, message}`
 * @returns the fields of `data` over those beside it, but the envelope's own `success`
 */
export function unwrap(body: unknown): Record<string, unknown> {
  const outer = record(body);
  return { ...outer, ...record(outer.data), success: outer.success };
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? // Any object may be read under any name.
      (value as Record<string, unknown>)
    : {};
}
