import { createHmac, timingSafeEqual } from "node:crypto";
import type { Cookie } from "@remix-run/node";
import { requestContext } from "../process/request-context.server";
import {
  cookieName,
  candidateValues,
  setCookie,
  type PersonalCookie,
} from "./cookie-header.server";

/** A signed cookie of Remix that can also be read synchronously, for responses from a cache. */
export interface SignedCookie extends Cookie {
  /**
   * Reads the value from a `Cookie` header, by the name that the cookie has for the current request: of several
   * cookies, the first with a valid signature. Null when there is none.
   */
  read(header: string | null | undefined): unknown;
}

/** Base64, a dot, and the signature. The value is percent-encoded, and browsers return it unchanged. */
const FORM = /^[\w%+/=-]+\.[\w%+/=-]+$/;

/**
 * Creates a same-site cookie with the signature format of Remix. Its name and `Secure` depend on the current request.
 * Every cookie of that name is tried until one opens; Remix itself would only check the first.
 *
 * @param secrets at least one; the first signs, all verify
 * @param seconds how long the browser keeps the cookie
 */
export function createSignedCookie(
  name: PersonalCookie,
  secrets: readonly string[],
  seconds: number,
): SignedCookie {
  const [signingSecret = ""] = secrets;
  if (signingSecret === "") throw new Error("A signed cookie needs a secret");

  function read(header: string | null | undefined): unknown {
    if (!header?.includes(name)) return null;
    const { secureCookies } = requestContext();
    for (const value of candidateValues(header, cookieName(name, secureCookies), FORM)) {
      const content = open(value, secrets);
      if (content !== null && content !== "") return content;
    }
    return null;
  }

  return {
    name,
    isSigned: true,
    read,
    parse: (header) => Promise.resolve(read(header)),
    serialize(value, { maxAge = seconds } = {}) {
      const { secureCookies: secure } = requestContext();
      const signed = value === "" ? "" : encodeURIComponent(sign(value, signingSecret));
      return Promise.resolve(setCookie(name, signed, { maxAge, sameSite: "Strict", secure }));
    },
  };
}

/** The value as JSON in base64, a dot, and its HMAC with SHA-256 in base64 without padding. */
function sign(value: unknown, secret: string): string {
  const data = Buffer.from(JSON.stringify(value)).toString("base64");
  return `${data}.${hmac(data, secret).toString("base64").replace(/=+$/, "")}`;
}

/** The signed value; null when the signature matches no secret. */
function open(value: string, secrets: readonly string[]): unknown {
  try {
    const text = decodeURIComponent(value);
    const dot = text.lastIndexOf(".");
    const [data, signature] = [text.slice(0, dot), Buffer.from(text.slice(dot + 1), "base64")];
    const isSigned = secrets.some((secret) => {
      const expected = hmac(data, secret);
      return signature.length === expected.length && timingSafeEqual(signature, expected);
    });
    return isSigned ? JSON.parse(Buffer.from(data, "base64").toString()) : null;
  } catch {
    return null;
  }
}

function hmac(data: string, secret: string): Buffer {
  return createHmac("sha256", secret).update(data).digest();
}
