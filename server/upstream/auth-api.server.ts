import type { z } from "zod";
import {
  accountDeletedSchema,
  codeSentSchema,
  codeVerifiedSchema,
  type deleteProfileBody,
  type sendOtpBody,
  type verifyOtpBody,
} from "./contracts/auth.server";
import type { HttpClient, HttpRequest } from "./http-client.server";
import { parsed } from "./upstream-error.server";
import { flattened } from "./upstream-text.server";

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
