import { createHmac, timingSafeEqual } from "node:crypto";
import { createCookie, type Cookie, type CookieOptions } from "@remix-run/node";
import { requestContext } from "../process/request-context.server";
import { cookieName, openableValues } from "./cookie-header.server";

/** A signed cookie of Remix that can also be read without waiting, for those who answer from a cache. */
export interface SignedCookie extends Cookie {
  /**
   * What a `Cookie` header holds under the name that the cookie has on the request under way: of several the first that
   * opens. Null for none, and for those that nobody of ours has signed.
   */
  read(header: string | null | undefined): unknown;
}

/** Base64, a dot, and the signature. Remix escapes the value, and browsers send it back as they received it. */
const FORM = /^[\w%+/=-]+\.[\w%+/=-]+$/;

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
): SignedCookie {
  const [plain, secure] = [false, true].map((secure) =>
    createCookie(cookieName(name, secure), { ...options, secure, secrets: [...secrets] }),
  ) as [Cookie, Cookie]; // two in, two out
  const current = () => (requestContext().secureCookies ? secure : plain);

  function read(header: string | null | undefined): unknown {
    if (!header?.includes(name)) return null;
    for (const value of openableValues(header, current().name, FORM)) {
      const opened = open(value, secrets);
      if (opened !== null && opened !== "") return opened;
    }
    return null;
  }

  return {
    name,
    isSigned: true,
    read,
    parse: (header) => Promise.resolve(read(header)),
    serialize: (value, serializeOptions) => current().serialize(value, serializeOptions),
  };
}

/** What Remix has signed: JSON in base64, a dot, and its HMAC with SHA-256; null when no secret has. */
function open(value: string, secrets: readonly string[]): unknown {
  try {
    const text = decodeURIComponent(value);
    const dot = text.lastIndexOf(".");
    const [data, signature] = [text.slice(0, dot), Buffer.from(text.slice(dot + 1), "base64")];
    const isSigned = secrets.some((secret) => {
      const expected = createHmac("sha256", secret).update(data).digest();
      return signature.length === expected.length && timingSafeEqual(signature, expected);
    });
    return isSigned ? JSON.parse(Buffer.from(data, "base64").toString()) : null;
  } catch {
    return null;
  }
}
