import { createHmac, timingSafeEqual } from "node:crypto";
import type { Cookie } from "@remix-run/node";
import { requestContext } from "../process/request-context.server";
import { cookieName, openableValues, setCookie, type PersonalCookie } from "./cookie-header.server";

/** A signed cookie as Remix has them, that can also be read without waiting, for those who answer from a cache. */
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
 * A cookie for the pages of this site alone, signed as Remix signs. Its name and `Secure` go by the request under way.
 * Every cookie of that name is tried until one opens: Remix alone looks at the first.
 *
 * @param secrets the first signs, all open; at least one
 * @param seconds that the browser keeps it
 */
export function createSignedCookie(
  name: PersonalCookie,
  secrets: readonly string[],
  seconds: number,
): SignedCookie {
  const [signing = ""] = secrets;
  if (signing === "") throw new Error("A signed cookie needs a secret");

  function read(header: string | null | undefined): unknown {
    if (!header?.includes(name)) return null;
    const { secureCookies } = requestContext();
    for (const value of openableValues(header, cookieName(name, secureCookies), FORM)) {
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
    serialize(value, { maxAge = seconds } = {}) {
      const { secureCookies: secure } = requestContext();
      const signed = value === "" ? "" : encodeURIComponent(sign(value, signing));
      return Promise.resolve(setCookie(name, signed, { maxAge, sameSite: "Strict", secure }));
    },
  };
}

/** JSON in base64, a dot, and its HMAC with SHA-256 without padding. */
function sign(value: unknown, secret: string): string {
  const data = Buffer.from(JSON.stringify(value)).toString("base64");
  return `${data}.${hmac(data, secret).toString("base64").replace(/=+$/, "")}`;
}

/** What was signed; null when no secret has. */
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
