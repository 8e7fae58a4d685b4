import { createCookieSessionStorage } from "@remix-run/node";
import { createToastUtilsWithCustomSession } from "remix-toast";
import { requestContext } from "../process/request-context.server";
import type { Settings } from "../process/settings.server";
import { cookieName, cookieValues, setCookie } from "./cookies.server";

const SECONDS = 60;

/**
 * Messages for the next page, in a signed cookie. They must be fixed texts, because the visitor can read the cookie. The
 * library's own cookie is not signed, so it gets a session storage of Remix.
 */
export function createToasts({ sessionSecrets }: Pick<Settings, "sessionSecrets">) {
  const utilities = (secure: boolean) =>
    createToastUtilsWithCustomSession(
      createCookieSessionStorage({
        cookie: {
          name: cookieName("toast", secure),
          secrets: [...sessionSecrets],
          maxAge: SECONDS,
          path: "/",
          httpOnly: true,
          sameSite: "lax",
          secure,
        },
      }),
    );
  const [plain, prefixed] = [utilities(false), utilities(true)];
  const current = () => (requestContext().secureCookies ? prefixed : plain);
  return {
    /** The message for this page, and headers that delete its cookie. */
    async getToast(request: Request) {
      const { toast } = await current().getToast(request);
      const { secureCookies: secure } = requestContext();
      const deleted = setCookie("toast", "", { maxAge: 0, secure });
      return { toast, headers: new Headers({ "Set-Cookie": deleted }) };
    },
    redirectWithSuccess: (url: string, text: string, init: ResponseInit) =>
      current().redirectWithSuccess(url, text, init),
    /** Whether a `Cookie` header may contain a message for its sender, so that the page is not a cached one. */
    isWaiting: (cookies: string | undefined): boolean =>
      cookieValues(cookies, cookieName("toast", requestContext().secureCookies)).length > 0,
  };
}
