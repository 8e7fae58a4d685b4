import { CompactEncrypt, compactDecrypt } from "jose";
import type { z } from "zod";
import {
  cookieName,
  LONGEST_COOKIE,
  openableValues,
  setCookie,
  type PersonalCookie,
} from "./cookie-header.server";
import { hkdfSync } from "node:crypto";

/** Thrown when something does not fit into one cookie. */
export class CookieTooLongError extends Error {
  constructor(readonly length: number) {
    super(`The session takes ${length} bytes, more than a cookie may hold`);
    this.name = "CookieTooLongError";
  }
}

/** How a value becomes bytes and back. */
export interface Packing<T> {
  pack: (value: T) => Uint8Array;
  /** @throws anything when the bytes are not what {@link pack} makes */
  unpack: (bytes: Uint8Array) => unknown;
}

interface SealedCookieOptions<T> {
  name: PersonalCookie;
  secrets: readonly string[];
  /** Seals of one purpose are nothing to another. */
  purpose: string;
  /** What is sealed; a seal whose content does not fit is the same as none. */
  schema: z.ZodType<T>;
  /** JSON unless told. */
  packing?: Packing<T>;
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
  /** Whether {@link seal} would take a value, over https too, where the name is longer. */
  fits(value: T): boolean;
  /**
   * What a `Cookie` header holds: of several cookies of the name, the first that opens. Null when there is none, or
   * each is tampered with, foreign or expired. What does not look like a seal is not tried.
   */
  unseal(cookieHeader: string | null, https: boolean): Promise<T | null>;
  /** A `Set-Cookie` value that ends the session in the browser. */
  clear(https: boolean): string;
}

const HEADER = { alg: "dir", enc: "A256GCM" } as const;

/** As {@link CompactEncrypt} writes a seal: the header, no key, a vector of 12 bytes, the ciphertext, a tag of 16. */
const FORM = new RegExp(
  `^${Buffer.from(JSON.stringify(HEADER)).toString("base64url")}\\.\\.[\\w-]{16}\\.[\\w-]+\\.[\\w-]{22}$`,
);

/** The seal's end in seconds since 1970 stands before what is packed. */
const END_BYTES = 4;

export function createSealedCookie<T>(options: SealedCookieOptions<T>): SealedCookie<T> {
  const keys = deriveKeys(options.secrets, options.purpose);
  const [sealingKey] = keys;
  if (!sealingKey) throw new Error("A sealed cookie needs a secret");
  const { pack, unpack } = options.packing ?? asJson;

  const nameOn = (https: boolean) => cookieName(options.name, https);
  const written = (secure: boolean, value: string, maxAge: number) =>
    setCookie(options.name, value, { maxAge, sameSite: "Strict", secure });

  return {
    async seal(value, expiresAt, https) {
      const end = Buffer.alloc(END_BYTES);
      end.writeUInt32BE(Math.floor(expiresAt / 1000));
      const sealed = await encrypted(Buffer.concat([end, pack(value)]), sealingKey);
      const length = nameOn(https).length + sealed.length;
      if (length > LONGEST_COOKIE) throw new CookieTooLongError(length);
      return written(https, sealed, Math.max(0, Math.floor((expiresAt - Date.now()) / 1000)));
    },
    fits: (value) =>
      nameOn(true).length + sealedLength(END_BYTES + pack(value).length) <= LONGEST_COOKIE,
    async unseal(cookieHeader, https) {
      for (const sealed of openableValues(cookieHeader, nameOn(https), FORM)) {
        for (const key of keys) {
          const bytes = await open(sealed, key);
          const parsed = bytes && options.schema.safeParse(unpacked(bytes, unpack));
          if (parsed?.success) return parsed.data;
        }
      }
      return null;
    },
    clear: (https) => written(https, "", 0),
  };
}

const asJson: Packing<unknown> = {
  pack: (value) => Buffer.from(JSON.stringify(value)),
  unpack: (bytes): unknown => JSON.parse(Buffer.from(bytes).toString()),
};

/** Length of a seal around so many bytes: header, no key, vector, ciphertext and tag, with dots between. */
function sealedLength(bytes: number): number {
  const parts = [Buffer.byteLength(JSON.stringify(HEADER)), 0, 12, bytes, 16];
  return parts.reduce((sum, part) => sum + Math.ceil((part * 4) / 3), parts.length - 1);
}

/** What is sealed, without its end; null when the key does not fit, the seal is broken or its time is over. */
async function open(sealed: string, key: Uint8Array): Promise<Uint8Array | null> {
  try {
    const plaintext = await decrypted(sealed, key);
    const end = Buffer.from(plaintext).readUInt32BE();
    return end > Math.floor(Date.now() / 1000) ? plaintext.subarray(END_BYTES) : null;
  } catch {
    return null;
  }
}

/** Undefined when an older version has sealed something else. */
function unpacked(bytes: Uint8Array, unpack: Packing<unknown>["unpack"]): unknown {
  try {
    return unpack(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Keys for sealing, one for each secret (HKDF with SHA-256, RFC 5869): the first seals, all unseal, so that a
 * secret can be rotated while people are in the middle of something.
 *
 * @param secrets at least one, newest first
 * @param purpose what the keys are for; keys of one purpose open nothing of another
 */
export function deriveKeys(secrets: readonly string[], purpose: string): Uint8Array[] {
  return secrets.map((secret) => deriveKey(secret, purpose));
}

export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32));
}

/** A JWE in its compact form. */
export function encrypted(bytes: Uint8Array, key: Uint8Array): Promise<string> {
  return new CompactEncrypt(bytes).setProtectedHeader(HEADER).encrypt(key);
}

/** @throws when the key does not fit or the seal is broken */
export async function decrypted(sealed: string, key: Uint8Array): Promise<Uint8Array> {
  const { plaintext } = await compactDecrypt(sealed, key, {
    keyManagementAlgorithms: [HEADER.alg],
    contentEncryptionAlgorithms: [HEADER.enc],
  });
  return plaintext;
}
