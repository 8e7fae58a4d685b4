import { z } from "zod";
import { flattened, parsed } from "./answer.server";
import { instant } from "./contracts/fields.server";
import type { HttpClient, HttpRequest } from "./http-client.server";

export type AuthApi = ReturnType<typeof createAuthApi>;

/**
 * The auth API. Each call is sent once and rejects with an {@link UpstreamError}. When the server gave a reason
 * (`http`, `refused`), `serverMessage` returns it.
 */
export function createAuthApi(client: Pick<HttpClient, "send">) {
  /** @throws UpstreamError without the answer's message where that may be the words of a success */
  const call = <T>(schema: z.ZodType<T>, request: HttpRequest) =>
    client.send(request, (json) => parsed(schema, flattened(json)));

  return {
    /** Sends a code to an Indian phone number (E.164). */
    sendOtp: (phone: string) =>
      call(codeSentSchema, {
        method: "POST",
        path: "/auth/whatsapp/send-otp",
        body: json<typeof sendOtpBody>({
          phone_number: phone,
          country_short_name: "IN",
          type: "whatsapp",
        }),
      }),
    verifyOtp: (sessionId: string, otp: string) =>
      call(codeVerifiedSchema, {
        method: "POST",
        path: "/auth/whatsapp/verify-otp",
        body: json<typeof verifyOtpBody>({ sessionId, otp }),
      }),
    /** Deletes the account of the bearer token. */
    deleteProfile: (token: string, reason: string) =>
      call(accountDeletedSchema, {
        method: "DELETE",
        path: "/auth/profile/delete",
        body: json<typeof deleteProfileBody>({ reason }),
        headers: { authorization: `Bearer ${token}` },
      }),
  };
}

const json = <Schema extends z.ZodType>(body: z.infer<Schema>) => JSON.stringify(body);

/** Body of the request that sends a code. */
export const sendOtpBody = z.object({
  phone_number: z.string().regex(/^\+\d{8,15}$/),
  country_short_name: z.string(),
  type: z.literal("whatsapp"),
});

export const verifyOtpBody = z.object({ sessionId: z.string(), otp: z.string() });

/** Body of the request that deletes an account. `reason` holds the reasons, joined by commas. */
export const deleteProfileBody = z.object({ reason: z.string().min(1) });

const EARLIEST_DELETION = Date.UTC(2000);

/** A time in epoch milliseconds; null for anything else, and for times before 2000. */
const moment = instant.transform((time) =>
  time !== null && time >= EARLIEST_DELETION ? time : null,
);

/** An id that is short enough for the session's cookie in any encoding. Long numbers arrive as strings. */
const identifier = z
  .union([z.string().regex(/^[\x20-\x7e]{1,1024}$/), z.number()])
  .transform(String)
  .nullish()
  .catch(null);

/** `sessionId`: the OTP session to verify against. `deletedBefore`: the account was deleted and can be restored. */
export const codeSentSchema = z
  .object({
    sessionId: identifier,
    warning: z.object({ action: z.string(), deleted_at: moment }).nullish().catch(null),
  })
  .meta({ anyOf: [{ required: ["sessionId"] }, { required: ["warning"] }] })
  .transform(({ sessionId = null, warning }) => ({
    sessionId,
    deletedBefore:
      warning?.action === "reactivation_available" ? { deletedAt: warning.deleted_at } : null,
  }))
  .refine(({ sessionId, deletedBefore }) => sessionId !== null || deletedBefore !== null);

export type CodeSent = z.output<typeof codeSentSchema>;

export const codeVerifiedSchema = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("login"),
    token: z.union([z.string().min(1), z.number()]).transform(String),
  }),
  z.object({ action: z.literal("signup_required") }),
]);

/** The messages that mean success. */
export const deletionMessage = z.literal([
  "Account deleted successfully",
  "Account successfully soft deleted",
]);

/** `deletedAt`: milliseconds since 1970; null when the answer states no time (`isStated`), or one that cannot be. */
export const accountDeletedSchema = z
  .object({
    message: z.string().trim().pipe(deletionMessage),
    deleted_at: z.unknown().optional(),
    deletedAt: z.unknown().optional(),
  })
  .transform((answer) => {
    const stated = answer.deleted_at ?? answer.deletedAt ?? null;
    return { isStated: stated !== null, deletedAt: moment.parse(stated) };
  });
