import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { withRequestContext, type RequestContext } from "server/http/request-context.server";
import { createLimits } from "server/limits/limits.server";
import { createLocalCounters } from "server/limits/local-counters.server";
import type * as sealedCookie from "server/session/sealed-cookie.server";
import type { Logger } from "server/logger.server";
import type { AuthApi } from "server/upstream/auth-api.server";

/** The place of the sessions that no cookie can be made of. */
let brokenAt = "";

// Test files share a process, where another one may have loaded the modules before.
beforeAll(() => {
  vi.resetModules();
  vi.doMock("server/session/sealed-cookie.server", async (original) => {
    const { createSealedCookie, ...rest } = await original<typeof sealedCookie>();
    return {
      ...rest,
      createSealedCookie<T extends { at: string }>(options: sealedCookie.SealedCookieOptions<T>) {
        const cookie = createSealedCookie(options);
        const seal: typeof cookie.seal = (value, ...how) =>
          value.at === brokenAt
            ? Promise.reject(new Error("the seal broke"))
            : cookie.seal(value, ...how);
        return { ...cookie, seal };
      },
    };
  });
});
afterAll(() => {
  vi.doUnmock("server/session/sealed-cookie.server");
  vi.resetModules();
});

const ORIGIN = "http://localhost:3000";

/** All that the page asks of it. */
const context = { clientAddress: "203.0.113.7", https: false } as RequestContext;

/** Somebody who posts forms, and what is logged as an error. */
async function visitor() {
  const settings = { sessionSecrets: ["a".repeat(32)], siteUrl: new URL(ORIGIN) };
  const fingerprint = (text: string) => `#${text}`;
  const authApi: AuthApi = {
    sendOtp: () => Promise.resolve({ sessionId: "s", deletedBefore: null }),
    verifyOtp: () => Promise.resolve({ action: "login", token: "t" }),
    deleteProfile: () => Promise.resolve({ deletedAt: null }),
  };
  const error = vi.fn();
  const { createDeletion } = await import("server/deletion/requests.server");
  const deletion = createDeletion({
    authApi,
    limits: createLimits(createLocalCounters()),
    fingerprint,
    redis: null,
    settings,
    logger: { info: () => {}, error } as Partial<Logger> as Logger, // of a logger these are used
  });
  let cookie = "";
  const post = async (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields);
    const request = new Request(ORIGIN, { method: "POST", body, headers: { Cookie: cookie } });
    const answer = await withRequestContext(context, () => deletion.answer(request));
    cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
    return answer;
  };
  return { post, error };
}

it("a receipt that cannot be kept is shown all the same", async () => {
  brokenAt = "done";
  const { post, error } = await visitor();
  await post({ intent: "send", phone: "9876543210" });
  await post({ intent: "verify", otp: "482913" });
  await post({ intent: "reasons", reason: "Privacy concerns" });
  const receipt = await post({ intent: "delete" });
  expect(receipt).toMatchObject({ status: 200, page: { place: { at: "done" } }, problem: null });
  expect(receipt.headers.get("Clear-Site-Data")).toBe('"storage"');
  const reference = expect.stringMatching(/^DEL-/) as string;
  const err = expect.any(Error) as Error;
  expect(error.mock.calls).toEqual([[{ err, reference }, "a receipt could not be kept"]]);
});

it("any other session that cannot be kept is a fault", async () => {
  brokenAt = "code";
  const { post, error } = await visitor();
  await expect(post({ intent: "send", phone: "9876543210" })).rejects.toThrow("the seal broke");
  expect(error).not.toHaveBeenCalled();
});
