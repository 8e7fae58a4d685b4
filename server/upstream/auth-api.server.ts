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
import { statedText } from "./upstream-text.server";
import type { HttpClient } from "./http-client.server";
import type { HttpRequest } from "./http-attempt.server";
import { notUnderstood, UpstreamError } from "./upstream-error.server";

/**
 * The auth API. Each call is sent once and rejects with an {@link UpstreamError};
 * when the server said why (`http`, `refused`), `serverMessage` gives its words.
 */
export interface AuthApi {
  /** Has a code sent to an Indian phone number (E.164). */
  sendOtp(phone: string): Promise<CodeSent>;
  verifyOtp(sessionId: string, otp: string): Promise<CodeVerified>;
  /** Deletes the account that the bearer token stands for. */
  deleteProfile(token: string, reason: string): Promise<AccountDeleted>;
}

export function createAuthApi(client: Pick<HttpClient, "send">): AuthApi {
  async function call(request: HttpRequest): Promise<Record<string, unknown>> {
    const { status, body, retryAfterMs } = await client.send(request);
    const said = statedText(unwrap(body), ["message", "error"]);
    if (status < 200 || status > 299) {
      throw new UpstreamError("http", said ?? "", { status, retryAfterMs });
    }
    const answer = unwrap(body);
    if (answer.success === false) throw new UpstreamError("refused", said ?? "", { status });
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
      const said = statedText(answer, ["message"]);
      if (said === null || !deletionMessages.includes(said)) {
        throw refusedInWords(said ?? statedText(answer, ["error"]) ?? "");
      }
      return read(accountDeletedSchema, answer);
    },
  };
}

function read<T>(schema: z.ZodType<T>, answer: Record<string, unknown>): T {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  // An answer with a message and nothing else is a refusal; without a message it is not understood.
  const said = statedText(answer, ["message", "error"]);
  throw said === null ? notUnderstood() : refusedInWords(said);
}

/** A refusal that the server did not state as `success: false`. Its cause marks it as not understood. */
function refusedInWords(said: string): UpstreamError {
  return new UpstreamError("refused", said, { cause: notUnderstood() });
}
