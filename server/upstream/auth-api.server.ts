import type { z } from "zod";
import {
  accountDeletedSchema,
  codeSentSchema,
  codeVerifiedSchema,
  deletionMessages,
  unwrap,
  type AccountDeleted,
  type CodeSent,
  type CodeVerified,
  type deleteProfileBody,
  type sendOtpBody,
  type verifyOtpBody,
} from "./contracts/auth.server";
import { textFromBody } from "./upstream-text.server";
import type { HttpClient, HttpRequest } from "./http-client.server";
import { invalidAnswerError, UpstreamError } from "./upstream-error.server";

/**
 * The auth API. Each call is sent once and rejects with an {@link UpstreamError}. When the server gave a reason
 * (`http`, `refused`), `serverMessage` returns it.
 */
export interface AuthApi {
  /** Sends a code to an Indian phone number (E.164). */
  sendOtp(phone: string): Promise<CodeSent>;
  verifyOtp(sessionId: string, otp: string): Promise<CodeVerified>;
  /** Deletes the account of the bearer token. */
  deleteProfile(token: string, reason: string): Promise<AccountDeleted>;
}

export function createAuthApi(client: Pick<HttpClient, "send">): AuthApi {
  async function call(request: HttpRequest): Promise<Record<string, unknown>> {
    const { status, body, retryAfterMs } = await client.send(request);
    const message = textFromBody(unwrap(body), ["message", "error"]);
    if (status < 200 || status > 299) {
      throw new UpstreamError("http", message ?? "", { status, retryAfterMs });
    }
    const answer = unwrap(body);
    if (answer.success === false) throw new UpstreamError("refused", message ?? "", { status });
    return answer;
  }

  return {
    async sendOtp(phone) {
      const answer = await call({
        method: "POST",
        path: "/auth/whatsapp/send-otp",
        json: {
          phone_number: phone,
          country_short_name: "IN",
          type: "whatsapp",
        } satisfies z.infer<typeof sendOtpBody>,
      });
      return read(codeSentSchema, answer);
    },
    async verifyOtp(sessionId, otp) {
      const answer = await call({
        method: "POST",
        path: "/auth/whatsapp/verify-otp",
        json: { sessionId, otp } satisfies z.infer<typeof verifyOtpBody>,
      });
      return read(codeVerifiedSchema, answer);
    },
    async deleteProfile(token, reason) {
      const answer = await call({
        method: "DELETE",
        path: "/auth/profile/delete",
        json: { reason } satisfies z.infer<typeof deleteProfileBody>,
        headers: { authorization: `Bearer ${token}` },
      });
      const message = textFromBody(answer, ["message"]);
      if (message === null || !deletionMessages.includes(message)) throw invalidAnswerError();
      return read(accountDeletedSchema, answer);
    },
  };
}

/** @throws UpstreamError without the answer's message, which may be the words of a success */
function read<T>(schema: z.ZodType<T>, answer: Record<string, unknown>): T {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw invalidAnswerError();
  return parsed.data;
}
