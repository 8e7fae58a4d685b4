import { createDeletion, type DeletionParts } from "server/deletion/requests.server";
import { sharedContext, withRequestContext } from "server/process/request-context.server";
import { CODE, createPerson, PHONE } from "../../../support/deletion-person";

export const URL_OF_PAGE = "https://pulse.example/pulsescout/delete-user";

/** Fetch metadata headers of a browser that loads a page, and of a script that reads the answer. */
export const LOADS_PAGE = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" };
export const SCRIPT = { "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty" };

/** A browser on the deletion page. It keeps the cookies that the answers to its forms set. */
export function visitor(secureCookies = false, authApi: Partial<DeletionParts["authApi"]> = {}) {
  const jar = new Map<string, string>();
  const { upstream, limits, logger, logged } = createPerson();
  const deletion = createDeletion({
    authApi: { ...upstream.api, ...authApi },
    limits,
    fingerprint: (text) => `#${text}`,
    redis: null,
    settings: { sessionSecrets: ["a".repeat(32)] },
    logger,
  });
  /** Runs one request with the browser's cookies in its own request context. */
  function runRequest<T>(
    handle: (request: Request) => Promise<T>,
    headers: Record<string, string> = {},
    { url = URL_OF_PAGE, ...init }: RequestInit & { url?: string } = {},
  ): Promise<T> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const context = { ...sharedContext("r"), clientAddress: "203.0.113.7", secureCookies };
    const request = new Request(url, {
      ...init,
      headers: { ...headers, ...(cookie && { Cookie: cookie }) },
    });
    return withRequestContext(context, () => handle(request));
  }
  return {
    jar,
    logged,
    shows: (query = "", headers: Record<string, string> = {}) =>
      runRequest((request) => deletion.show(request), headers, { url: URL_OF_PAGE + query }),
    /** Loads the page, posts one of its forms and keeps the cookies of the answer. */
    async sends(
      intent: string,
      fields: Record<string, string> = {},
      headers: Record<string, string> = {},
    ) {
      const { page } = await this.shows();
      const session: Record<string, string> =
        page.session === null ? {} : { session: page.session };
      const answer = await runRequest((request) => deletion.answer(request), headers, {
        method: "POST",
        body: new URLSearchParams({ intent, ...session, ...fields }),
      });
      for (const setCookie of answer.headers.getSetCookie()) {
        const [name = "", value = ""] = (setCookie.split(";")[0] ?? "").split(/=(.*)/s);
        if (value === "" || setCookie.includes("Max-Age=0")) jar.delete(name);
        else jar.set(name, value);
      }
      return answer;
    },
    receipt: () => runRequest((request) => deletion.receipt(request)),
    async reachReasons() {
      await this.sends("send", { phone: PHONE });
      await this.sends("verify", { otp: CODE });
    },
    async reachConfirm() {
      await this.reachReasons();
      await this.sends("reasons", { reason: "Others", others: "Too far" });
    },
  };
}
