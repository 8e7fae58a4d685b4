import { createCookie, type Cookie, type CookieOptions } from "@remix-run/node";
import { requestContext } from "../http/request-context.server";
import { cookieName, cookieValues } from "./cookie-header.server";

/**
 * A signed cookie of Remix whose name and `Secure` go by the request under way. Every cookie of that name is tried
 * until one opens: Remix alone looks at the first.
 *
 * @param secrets the first signs, all open
 */
export function createSignedCookie(
  name: string,
  secrets: readonly string[],
  options: Omit<CookieOptions, "secure" | "secrets">,
): Cookie {
  const [plain, secure] = [false, true].map((secure) =>
    createCookie(cookieName(name, secure), { ...options, secure, secrets: [...secrets] }),
  ) as [Cookie, Cookie]; // two in, two out
  const current = () => (requestContext().secureCookies ? secure : plain);
  return {
    name,
    isSigned: true,
    async parse(header, parseOptions) {
      const cookie = current();
      for (const value of cookieValues(header, cookie.name)) {
        const opened: unknown = await cookie.parse(`${cookie.name}=${value}`, parseOptions);
        if (opened !== null && opened !== "") return opened;
      }
      return null;
    },
    serialize: (value, serializeOptions) => current().serialize(value, serializeOptions),
  };
}
