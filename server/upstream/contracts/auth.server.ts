import { z } from "zod";
import { instantFrom } from "./fields.server";

/** Body of the request that sends a code. */
export const sendOtpBody = z.object({
  phone_number: z.string().regex(/^\+\d{8,15}$/),
  country_short_name: z.string(),
  type: z.literal("whatsapp"),
});

export const verifyOtpBody = z.object({ sessionId: z.string(), otp: z.string() });

/** Body of the request that deletes an account. `reason` holds the reasons, joined by commas. */
export const deleteProfileBody = z.object({ reason: z.string().min(1) });

/** The auth API's answers in their clean shapes. */

export interface CodeSent {
  /** The OTP session to verify against; null when the answer is a warning instead. */
  sessionId: string | null;
  /** Set when the account was deleted before and can still be restored. */
  deletedBefore: { deletedAt: number | null } | null;
}

export type CodeVerified = { action: "login"; token: string } | { action: "signup_required" };

export interface AccountDeleted {
  /** Milliseconds since 1970; null when the answer does not say. */
  deletedAt: number | null;
}

const EARLIEST_DELETION = Date.UTC(2000);

/** A time in any format of {@link instantFrom}; null for anything else, and for times before 2000. */
const moment = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => {
    const time = instantFrom(value);
    return time !== null && time >= EARLIEST_DELETION ? time : null;
  })
  .catch(null);

/** An id that is short enough for the session's cookie in any encoding. Long numbers arrive as strings. */
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

/** The messages that mean success. */
export const deletionMessages: readonly string[] = [
  "Account deleted successfully",
  "Account successfully soft deleted",
];

/** The fields beside the message that may hold the time of the deletion. */
export const deletionTimes = z.object({ deleted_at: moment, deletedAt: moment });

export const accountDeletedSchema = deletionTimes.transform((answer): AccountDeleted => ({
  deletedAt: answer.deleted_at ?? answer.deletedAt,
}));

/**
 * Flattens an answer, so that a flat answer and one in the core API's envelope look the same.
 *
 * @param body parsed JSON, such as `{message, sessionId}` or `{success, data: {sessionId}, message}`
 * @returns the outer fields, overridden by those of `data`, except for the envelope's `success`
 */
export function unwrap(body: unknown): Record<string, unknown> {
  const outer = record(body);
  return { ...outer, ...record(outer.data), success: outer.success };
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? // Any key of an object may be read.
      (value as Record<string, unknown>)
    : {};
}
