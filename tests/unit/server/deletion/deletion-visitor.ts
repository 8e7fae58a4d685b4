import { createDeletion, type DeletionParts } from "server/deletion/requests.server";
import { sharedContext, withRequestContext } from "server/process/request-context.server";
import { CODE, createPerson, PHONE } from "../../../support/deletion-person";

export const URL_OF_PAGE = "https://pulse.example/pulsescout/delete-user";

/** As browsers say that they load the answer as a page, and as a script does that it reads it. */
export const LOADS_PAGE = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" };
export const SCRIPT = { "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty" };

/** A browser before the page, which keeps the cookies that it is sent. */
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
  /** One request in its own context. */
  function asks<T>(
    ask: (request: Request) => Promise<T>,
    headers: Record<string, string> = {},
    { url = URL_OF_PAGE, ...init }: RequestInit & { url?: string } = {},
  ): Promise<T> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const context = { ...sharedContext("r"), clientAddress: "203.0.113.7", secureCookies };
    const request = new Request(url, {
      ...init,
      headers: { ...headers, ...(cookie && { Cookie: cookie }) },
    });
    return withRequestContext(context, () => ask(request));
  }
  return {
    jar,
    logged,
    shows: (query = "", headers: Record<string, string> = {}) =>
      asks((request) => deletion.show(request), headers, { url: URL_OF_PAGE + query }),
    /** Posts a form of the page that is shown, and keeps the cookies of the answer. */
    async sends(
      intent: string,
      fields: Record<string, string> = {},
      headers: Record<string, string> = {},
    ) {
      const { page } = await this.shows();
      const session: Record<string, string> =
        page.session === null ? {} : { session: page.session };
      const answer = await asks((request) => deletion.answer(request), headers, {
        method: "POST",
        body: new URLSearchParams({ intent, ...session, ...fields }),
      });
      for (const text of answer.headers.getSetCookie()) {
        const [name = "", value = ""] = (text.split(";")[0] ?? "").split(/=(.*)/s);
        if (value === "" || text.includes("Max-Age=0")) jar.delete(name);
        else jar.set(name, value);
      }
      return answer;
    },
    receipt: () => asks((request) => deletion.receipt(request)),
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
