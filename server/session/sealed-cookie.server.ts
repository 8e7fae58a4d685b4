import { CompactEncrypt, compactDecrypt } from "jose";
import type { z } from "zod";
import {
  cookieName,
  MAX_COOKIE_LENGTH,
  candidateValues,
  setCookie,
  type PersonalCookie,
} from "./cookie-header.server";
import { hkdfSync } from "node:crypto";

/** Thrown when a value does not fit into one cookie. */
export class CookieTooLongError extends Error {
  constructor(readonly length: number) {
    super(`The session takes ${length} bytes, more than a cookie may hold`);
    this.name = "CookieTooLongError";
  }
}

/** Converts a value to bytes and back. */
export interface Packing<T> {
  pack: (value: T) => Uint8Array;
  /** @throws any error when the bytes were not made by {@link pack} */
  unpack: (bytes: Uint8Array) => unknown;
}

interface SealedCookieOptions<T> {
  name: PersonalCookie;
  secrets: readonly string[];
  /** Cookies that are sealed for one purpose cannot be opened for another. */
  purpose: string;
  /** Validates the content. A cookie with other content counts as missing. */
  schema: z.ZodType<T>;
  /** JSON by default. */
  packing?: Packing<T>;
}

/** An encrypted and authenticated cookie (JWE `dir` with A256GCM, RFC 7516) that expires together with its seal. */
export interface SealedCookie<T> {
  /**
   * @param expiresAt milliseconds since 1970; also stored inside the seal
   * @param https whether the browser came over https
   * @returns a `Set-Cookie` value
   * @throws CookieTooLongError
   */
  seal(value: T, expiresAt: number, https: boolean): Promise<string>;
  /** Whether {@link seal} accepts a value, also over https, where the name is longer. */
  fits(value: T): boolean;
  /**
   * Reads the value from a `Cookie` header: of several cookies of the name, the first that opens. Null when there is
   * none, or each was changed, sealed with other keys, or has expired. Values without the format of a seal are skipped.
   */
  unseal(cookieHeader: string | null, https: boolean): Promise<T | null>;
  /** A `Set-Cookie` value that deletes the cookie in the browser. */
  clear(https: boolean): string;
}

const HEADER = { alg: "dir", enc: "A256GCM" } as const;

/** Format of {@link CompactEncrypt}: the header, no key, a vector of 12 bytes, the ciphertext, a tag of 16 bytes. */
const FORM = new RegExp(
  `^${Buffer.from(JSON.stringify(HEADER)).toString("base64url")}\\.\\.[\\w-]{16}\\.[\\w-]+\\.[\\w-]{22}$`,
);

/** Length of the seal's end in seconds since 1970, which precedes the packed value. */
const END_BYTES = 4;

export function createSealedCookie<T>(options: SealedCookieOptions<T>): SealedCookie<T> {
  const keys = deriveKeys(options.secrets, options.purpose);
  const [sealingKey] = keys;
  if (!sealingKey) throw new Error("A sealed cookie needs a secret");
  const { pack, unpack } = options.packing ?? asJson;

  const nameOn = (https: boolean) => cookieName(options.name, https);
  const writeCookie = (secure: boolean, value: string, maxAge: number) =>
    setCookie(options.name, value, { maxAge, sameSite: "Strict", secure });

  return {
    async seal(value, expiresAt, https) {
      const end = Buffer.alloc(END_BYTES);
      end.writeUInt32BE(Math.floor(expiresAt / 1000));
      const sealed = await encrypt(Buffer.concat([end, pack(value)]), sealingKey);
      const length = nameOn(https).length + sealed.length;
      if (length > MAX_COOKIE_LENGTH) throw new CookieTooLongError(length);
      return writeCookie(https, sealed, Math.max(0, Math.floor((expiresAt - Date.now()) / 1000)));
    },
    fits: (value) =>
      nameOn(true).length + sealedLength(END_BYTES + pack(value).length) <= MAX_COOKIE_LENGTH,
    async unseal(cookieHeader, https) {
      for (const sealed of candidateValues(cookieHeader, nameOn(https), FORM)) {
        for (const key of keys) {
          const bytes = await open(sealed, key);
          const parsed = bytes && options.schema.safeParse(tryUnpack(bytes, unpack));
          if (parsed?.success) return parsed.data;
        }
      }
      return null;
    },
    clear: (https) => writeCookie(https, "", 0),
  };
}

const asJson: Packing<unknown> = {
  pack: (value) => Buffer.from(JSON.stringify(value)),
  unpack: (bytes): unknown => JSON.parse(Buffer.from(bytes).toString()),
};

/** Length of a seal around the given number of bytes: header, no key, vector, ciphertext and tag, with dots between. */
function sealedLength(bytes: number): number {
  const parts = [Buffer.byteLength(JSON.stringify(HEADER)), 0, 12, bytes, 16];
  return parts.reduce((sum, part) => sum + Math.ceil((part * 4) / 3), parts.length - 1);
}

/** The sealed bytes without the end time; null when the key does not fit, or the seal is broken or expired. */
async function open(sealed: string, key: Uint8Array): Promise<Uint8Array | null> {
  try {
    const plaintext = await decrypt(sealed, key);
    const end = Buffer.from(plaintext).readUInt32BE();
    return end > Math.floor(Date.now() / 1000) ? plaintext.subarray(END_BYTES) : null;
  } catch {
    return null;
  }
}

/** The unpacked value; undefined when an older release sealed another format. */
function tryUnpack(bytes: Uint8Array, unpack: Packing<unknown>["unpack"]): unknown {
  try {
    return unpack(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Keys for sealing, one for each secret (HKDF with SHA-256, RFC 5869). The first key seals, all keys unseal, so that a
 * secret can be rotated while cookies are in use.
 *
 * @param secrets at least one, newest first
 * @param purpose keys of one purpose cannot open what keys of another purpose sealed
 */
export function deriveKeys(secrets: readonly string[], purpose: string): Uint8Array[] {
  return secrets.map((secret) => deriveKey(secret, purpose));
}

export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));
}

/** Encrypts bytes as a JWE in compact serialization. */
export function encrypt(bytes: Uint8Array, key: Uint8Array): Promise<string> {
  return new CompactEncrypt(bytes).setProtectedHeader(HEADER).encrypt(key);
}

/** Decrypts a JWE in compact serialization. @throws when the key does not fit or the seal is broken */
export async function decrypt(sealed: string, key: Uint8Array): Promise<Uint8Array> {
  const { plaintext } = await compactDecrypt(sealed, key, {
    keyManagementAlgorithms: [HEADER.alg],
    contentEncryptionAlgorithms: [HEADER.enc],
  });
  return plaintext;
}
