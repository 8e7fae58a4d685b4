import { hkdfSync } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";
import type { z } from "zod";
import {
  candidateValues,
  cookieName,
  MAX_COOKIE_LENGTH,
  setCookie,
  type PersonalCookie,
} from "./cookies.server";

interface SealedCookieOptions<T> {
  name: PersonalCookie;
  /** At least one, newest first: the first seals, all unseal, so that a secret can be rotated. */
  secrets: readonly string[];
  /** Cookies that are sealed for one purpose cannot be opened for another. */
  purpose: string;
  /** Validates the content. A cookie with other content counts as missing. */
  schema: z.ZodType<T>;
}

const HEADER = { alg: "dir", enc: "A256GCM" } as const;

/** The parts of a compact JWE without a key of its own. Other values are not decrypted. */
const FORM = /^[\w-]+\.\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/;

/** Creates an encrypted and authenticated cookie (JWE `dir` with A256GCM, RFC 7516), which expires with its seal. */
export function createSealedCookie<T>(options: SealedCookieOptions<T>) {
  const { name, secrets, purpose, schema } = options;
  const keys = secrets.map((secret) => new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32)));
  const [sealingKey] = keys;
  if (!sealingKey) throw new Error("A sealed cookie needs a secret");
  const write = (value: string, maxAge: number, secure: boolean) =>
    setCookie(name, value, { maxAge, secure });

  return {
    /**
     * @param expiresAt milliseconds since 1970; also stored inside the seal
     * @param https whether the browser came over https
     * @returns a `Set-Cookie` value; null when the value does not fit into a cookie
     */
    async seal(value: T, expiresAt: number, https: boolean): Promise<string | null> {
      const end = Math.floor(expiresAt / 1000);
      const sealed = await new EncryptJWT({ value })
        .setProtectedHeader(HEADER)
        .setExpirationTime(end)
        .encrypt(sealingKey);
      // The length over https counts, because its name is longer.
      if (cookieName(name, true).length + sealed.length > MAX_COOKIE_LENGTH) return null;
      return write(sealed, Math.max(0, end - Math.floor(Date.now() / 1000)), https);
    },
    /**
     * Reads the value from a `Cookie` header: of several cookies of the name, the first that opens. Null when there is
     * none, or each was changed, sealed with other keys, or has expired.
     */
    async unseal(cookieHeader: string | null, https: boolean): Promise<T | null> {
      for (const sealed of candidateValues(cookieHeader, cookieName(name, https), FORM)) {
        for (const key of keys) {
          const parsed = schema.safeParse(await open(sealed, key));
          if (parsed.success) return parsed.data;
        }
      }
      return null;
    },
    /** A `Set-Cookie` value that deletes the cookie in the browser. */
    clear: (https: boolean): string => write("", 0, https),
  };
}

/** The sealed value; undefined when the key does not fit, or the seal is broken or expired. */
async function open(sealed: string, key: Uint8Array): Promise<unknown> {
  try {
    const { payload } = await jwtDecrypt(sealed, key, {
      keyManagementAlgorithms: [HEADER.alg],
      contentEncryptionAlgorithms: [HEADER.enc],
      requiredClaims: ["exp"],
    });
    return payload.value;
  } catch {
    return undefined;
  }
}
