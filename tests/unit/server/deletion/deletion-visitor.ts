import pino from "pino";
import { createDeletion } from "server/deletion/requests.server";
import { impersonalContext, withRequestContext } from "server/http/request-context.server";
import { createLimits } from "server/limits/limits.server";
import { createLocalCounters } from "server/limits/local-counters.server";
import type { AuthApi } from "server/upstream/auth-api.server";
import type { UpstreamError } from "server/upstream/upstream-error.server";
import { CODE, PHONE } from "../../../support/deletion-person";

export const URL_OF_PAGE = "https://pulse.example/pulsescout/delete-user";

/** As browsers say that they load the answer as a page, and as a script does that it reads it. */
export const LOADS_PAGE = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" };
export const SCRIPT = { "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty" };

/** A browser before the page, which keeps the cookies that it is sent. */
export function visitor(secureCookies = false) {
  const jar = new Map<string, string>();
  let failing: UpstreamError | null = null;
  const orFail = <T>(answer: T) => (failing ? Promise.reject(failing) : Promise.resolve(answer));
  const authApi: AuthApi = {
    sendOtp: () => orFail({ sessionId: "otp", deletedBefore: null }),
    verifyOtp: () => orFail({ action: "login" as const, token: "t" }),
    deleteProfile: () => orFail({ deletedAt: null }),
  };
  const deletion = createDeletion({
    authApi,
    limits: createLimits(createLocalCounters()),
    fingerprint: (text) => `#${text}`,
    redis: null,
    settings: { sessionSecrets: ["a".repeat(32)] },
    logger: pino({ level: "silent" }),
  });
  /** One request in its own context, with the cookies kept of its answer. */
  async function asks<T extends { headers: Headers }>(
    ask: (request: Request) => Promise<T>,
    url: string,
    init: Omit<RequestInit, "headers"> & { headers: Record<string, string> },
  ): Promise<T> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...init.headers, ...(cookie && { Cookie: cookie }) };
    const context = { ...impersonalContext("r"), clientAddress: "203.0.113.7", secureCookies };
    const answer = await withRequestContext(context, () =>
      ask(new Request(url, { ...init, headers })),
    );
    for (const text of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (text.split(";")[0] ?? "").split(/=(.*)/s);
      if (value === "" || text.includes("Max-Age=0")) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }
  return {
    jar,
    deletion,
    fail: (error: UpstreamError | null) => void (failing = error),
    shows: (query = "", headers: Record<string, string> = {}) =>
      asks((request) => deletion.show(request), URL_OF_PAGE + query, { headers }),
    sends: (
      intent: string,
      fields: Record<string, string> = {},
      headers: Record<string, string> = {},
    ) =>
      asks((request) => deletion.answer(request), URL_OF_PAGE, {
        method: "POST",
        body: new URLSearchParams({ intent, ...fields }),
        headers,
      }),
    receipt: () => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const request = new Request(URL_OF_PAGE, { headers: { Cookie: cookie } });
      const context = { ...impersonalContext("r"), secureCookies };
      return withRequestContext(context, () => deletion.receipt(request));
    },
    async reachConfirm() {
      await this.sends("send", { phone: PHONE });
      await this.sends("verify", { otp: CODE });
      await this.sends("reasons", { reason: "Others", others: "Too far" });
    },
  };
}
