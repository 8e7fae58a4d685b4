import { EncryptJWT, jwtDecrypt } from "jose";
import type { z } from "zod";
import { deriveKeys } from "./key-ring.server";

/** Browsers drop a cookie whose name and value are longer than this (RFC 6265bis section 5.6). */
const LONGEST_COOKIE = 4096;

/** Thrown when something does not fit into one cookie. */
export class CookieTooLongError extends Error {
  constructor(readonly length: number) {
    super(`The session takes ${length} bytes, more than a cookie may hold`);
    this.name = "CookieTooLongError";
  }
}

export interface SealedCookieOptions<T> {
  name: string;
  secrets: readonly string[];
  /** Seals of one purpose are nothing to another. */
  purpose: string;
  /** What is sealed; a seal whose content does not fit is the same as none. */
  schema: z.ZodType<T>;
}

/** One encrypted and authenticated cookie (JWE `dir` with A256GCM, RFC 7516) that dies with its seal. */
export interface SealedCookie<T> {
  /**
   * @param expiresAt milliseconds since 1970, inside the seal too
   * @param https whether the browser came over https
   * @returns a `Set-Cookie` value
   * @throws CookieTooLongError
   */
  seal(value: T, expiresAt: number, https: boolean): Promise<string>;
  /** What a `Cookie` header holds; null when there is nothing, or it is tampered with, foreign or expired. */
  unseal(cookieHeader: string | null, https: boolean): Promise<T | null>;
  /** A `Set-Cookie` value that ends the session in the browser. */
  clear(https: boolean): string;
}

export function createSealedCookie<T>(options: SealedCookieOptions<T>): SealedCookie<T> {
  const keys = deriveKeys(options.secrets, options.purpose);
  const [sealingKey] = keys;
  if (!sealingKey) throw new Error("A sealed cookie needs a secret");

  // The prefix makes browsers refuse the cookie from a subdomain or over plain http (contract section 8).
  const nameOn = (https: boolean) => (https ? `__Host-${options.name}` : options.name);
  const setCookie = (https: boolean, value: string, maxAge: number) =>
    `${nameOn(https)}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Strict${https ? "; Secure" : ""}`;

  return {
    async seal(value, expiresAt, https) {
      const sealed = await new EncryptJWT({ value })
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .encrypt(sealingKey);
      const length = nameOn(https).length + sealed.length;
      if (length > LONGEST_COOKIE) throw new CookieTooLongError(length);
      return setCookie(https, sealed, Math.max(0, Math.floor((expiresAt - Date.now()) / 1000)));
    },
    async unseal(cookieHeader, https) {
      const sealed = readCookie(cookieHeader, nameOn(https));
      if (sealed === null) return null;
      for (const key of keys) {
        const value = await open(sealed, key);
        if (value === undefined) continue;
        const parsed = options.schema.safeParse(value);
        return parsed.success ? parsed.data : null;
      }
      return null;
    },
    clear: (https) => setCookie(https, "", 0),
  };
}

/** Undefined when the key does not fit, the seal is broken or its time is over. */
async function open(sealed: string, key: Uint8Array): Promise<unknown> {
  try {
    const { payload } = await jwtDecrypt(sealed, key, {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
      requiredClaims: ["exp"],
    });
    return payload.value;
  } catch {
    return undefined;
  }
}

function readCookie(header: string | null, name: string): string | null {
  const pair = (header ?? "")
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  return pair ? pair.slice(name.length + 1) : null;
}
