import { createDeletion, type DeletionParts } from "server/deletion/requests.server";
import { createLimits } from "server/limits/limits.server";
import { sharedContext, withRequestContext } from "server/process/request-context.server";
import type { AuthApi } from "server/upstream/auth-api.server";
import { UpstreamError } from "server/upstream/upstream-error.server";

export const START = Date.UTC(2026, 0, 1);
export const PHONE = "9876543210";
export const OTHER_PHONE = "9876543417";
export const CODE = "482913";
export const TOKEN = "a bearer token";
export const REFERENCE = /^DEL-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;
const PAGE = "https://pulse.example/pulsescout/delete-user";

/** An answer to Delete that does not say when. */
export const UNSTATED = { isStated: false, deletedAt: null };

export const http = (status: number, message = "", retryAfterMs?: number) =>
  new UpstreamError("http", message, { status, retryAfterMs });
export const barred = http(403, "A payout is pending");
export const gateway = new UpstreamError("http", "", { status: 403, isHtml: true });
export const refusal = new UpstreamError("refused", "Not now", { status: 200 });
export const timeout = new UpstreamError("timeout", "");
export const notSent = new UpstreamError("circuit-open", "");
export const unreadable = new UpstreamError("invalid", "the answer was not understood");

/** A fake auth API whose next answers can be set; it records its calls. */
function createUpstream() {
  const calls: string[] = [];
  const api: AuthApi = {
    sendOtp(phone) {
      calls.push(`send ${phone}`);
      return Promise.resolve({ sessionId: "the same for all", deletedBefore: null });
    },
    verifyOtp(_, otp) {
      calls.push(`verify ${otp}`);
      if (otp !== CODE) return Promise.reject(http(400, "Wrong code"));
      return Promise.resolve({ action: "login", token: TOKEN });
    },
    deleteProfile(token, reason) {
      calls.push(`delete ${token} ${reason}`);
      return Promise.resolve(UNSTATED);
    },
  };
  return { calls, api };
}

/** A site with a fake auth API, and browsers on its deletion page. */
export function createSite(shared: DeletionParts["shared"] = null) {
  const { calls, api } = createUpstream();
  const logged: object[] = [];
  const client = { clientAddress: "203.0.113.7" };
  const log = (fields: object) => void logged.push(fields);
  const deletion = createDeletion({
    authApi: {
      sendOtp: (phone) => api.sendOtp(phone),
      verifyOtp: (session, otp) => api.verifyOtp(session, otp),
      deleteProfile: (token, reason) => api.deleteProfile(token, reason),
    },
    limits: createLimits(),
    shared,
    settings: { sessionSecrets: ["a".repeat(32)] },
    logger: { info: log, warn: log, error: log },
  });

  /** A browser. It keeps the cookies that it gets, unless `keepsCookies` is false. */
  function browser(jar = new Map<string, string>(), keepsCookies = true) {
    async function request<T extends { headers: Headers }>(
      handle: (request: Request) => Promise<T>,
      query: string,
      init: RequestInit = {},
    ): Promise<T> {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const context = { ...sharedContext("r"), ...client, secureCookies: true };
      const headers = cookie === "" ? {} : { Cookie: cookie };
      const answer = await withRequestContext(context, () =>
        handle(new Request(PAGE + query, { ...init, headers })),
      );
      for (const line of keepsCookies ? answer.headers.getSetCookie() : []) {
        const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
        if (line.includes("Max-Age=0")) jar.delete(name);
        else jar.set(name, value);
      }
      return answer;
    }
    const visits = (step?: string) =>
      request((one) => deletion.show(one), step === undefined ? "" : `?step=${step}`);
    const opens = async (step?: string) => (await visits(step)).page;
    const posts = (fields: Record<string, string> | string[][]) =>
      request((one) => deletion.answer(one), "", {
        method: "POST",
        body: new URLSearchParams(fields),
      });
    return {
      jar,
      visits,
      opens,
      posts,
      copy: () => browser(new Map(jar)),
      /** Presses a button of a page; resolves with the page that is shown then, and the status of the answer. */
      async presses(
        intent: string,
        fields: Record<string, string> = {},
        from?: { session: string; press: string },
      ) {
        const opened = from ?? (await opens());
        // The first step belongs to no session.
        const session = from || intent !== "send" ? opened.session : "";
        const { press } = opened;
        const answer = await posts({ intent, session, press, ...fields });
        if ("page" in answer) return { ...answer, to: null };
        return {
          page: await opens(answer.to),
          status: 303,
          to: answer.to,
          headers: answer.headers,
        };
      },
      async reachCode(phone = PHONE) {
        return this.presses("send", { phone });
      },
      async reachReasons() {
        await this.reachCode();
        return this.presses("verify", { otp: CODE });
      },
      async reachConfirm() {
        await this.reachReasons();
        return this.presses("reasons", { reason: "privacy" });
      },
    };
  }
  return { api, calls, logged, client, browser };
}

type Site = ReturnType<typeof createSite>;
type Browser = ReturnType<Site["browser"]>;

/** How a browser comes to each place. */
export const ways: Record<string, (site: Site, browser: Browser) => Promise<unknown>> = {
  phone: (_, browser) => browser.opens(),
  code: (_, browser) => browser.reachCode(),
  reasons: (_, browser) => browser.reachReasons(),
  confirm: (_, browser) => browser.reachConfirm(),
  "signed-out": async (site, browser) => {
    await browser.reachConfirm();
    failing(site, "deleteProfile", http(401, "jwt expired"));
    await browser.presses("delete");
  },
  done: async (_, browser) => {
    await browser.reachConfirm();
    await browser.presses("delete");
  },
  "not-registered": async (site, browser) => {
    await browser.reachCode();
    site.api.verifyOtp = () => Promise.resolve({ action: "signup_required" });
    await browser.presses("verify", { otp: CODE });
  },
  reactivation: async (site, browser) => {
    site.api.sendOtp = () =>
      Promise.resolve({ sessionId: null, deletedBefore: { deletedAt: START } });
    await browser.reachCode();
  },
};

type Answer<Call extends keyof AuthApi> = Awaited<ReturnType<AuthApi[Call]>>;

/** Makes a call of the auth API wait. Resolves, once it is made, with what answers it. */
export const holding = <Call extends keyof AuthApi>({ api }: Site, call: Call) =>
  new Promise<{ resolve: (answer: Answer<Call>) => void; reject: (error: Error) => void }>(
    (called) => {
      const wait = () =>
        new Promise<Answer<Call>>((resolve, reject) => called({ resolve, reject }));
      Object.assign(api, { [call]: wait });
    },
  );

/** Makes a call of the auth API fail. */
export function failing({ api }: Site, call: keyof Site["api"], error: Error) {
  Object.assign(api, { [call]: () => Promise.reject(error) });
}
