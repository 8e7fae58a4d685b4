import { createHash, hkdfSync, randomUUID } from "node:crypto";
import { EncryptJWT, jwtDecrypt } from "jose";
import { z } from "zod";
import { requestContext } from "../process/request-context.server";
import { cookieName, cookieValues, setCookie } from "../session/cookies.server";
import { reasonIds } from "./form-fields.server";

const MINUTE_MS = 60_000;

/** Maximum lifetime of a session. */
export const SESSION_MS = 15 * MINUTE_MS;

/** Lifetime of an OTP session (ASVS 5.0, 6.5.5). */
export const OTP_SESSION_MS = 10 * MINUTE_MS;

/** What every session holds. */
const common = {
  /** Random; it stays the same from the first code to the receipt. */
  id: z.string(),
  /** When the session ends, in milliseconds since 1970. */
  until: z.number(),
};

const code = z.object({
  at: z.literal("code"),
  ...common,
  /** In E.164. */
  phone: z.string(),
  otpSession: z.string(),
  /** When the code expires. */
  codeUntil: z.number(),
});

const verified = z.object({
  at: z.literal(["reasons", "confirm"]),
  ...common,
  phone: z.string(),
  token: z.string(),
  /** Ids of reasons. */
  chosen: z.array(z.enum(reasonIds)),
  others: z.string(),
  /** Whether Delete was pressed without a confirmation of the auth API. */
  lost: z.boolean(),
});

/** The auth API no longer accepts the token. Delete was pressed, so the account may have been deleted. */
const signedOut = z.object({ at: z.literal("signed-out"), ...common, phone: z.string() });

const notRegistered = z.object({ at: z.literal("not-registered"), ...common });

const deleted = z.object({
  at: z.literal(["done", "reactivation"]),
  ...common,
  /** Null when the auth API stated a moment that cannot be, or for a reactivation none. */
  deletedAt: z.number().nullable(),
});

const deletionSession = z.discriminatedUnion("at", [
  code,
  verified,
  signedOut,
  notRegistered,
  deleted,
]);
/** The content of the sealed cookie. A missing session is the first step. */
export type DeletionSession = z.infer<typeof deletionSession>;
export type Place = DeletionSession["at"];
export type SessionAt<At extends Place> = DeletionSession & { at: At };
export type VerifiedSession = SessionAt<"reasons" | "confirm">;

const COOKIE = "pulse-deletion";

/** Holds a random id, which tells browsers apart: those without a session, and who has pressed Delete. */
const BROWSER_COOKIE = "pulse-deletion-browser";

/** The id of a browser; empty when it holds none. */
export function browserOf(request: Request): string {
  const name = cookieName(BROWSER_COOKIE, requestContext().secureCookies);
  return cookieValues(request.headers.get("Cookie"), name)[0]?.slice(0, 36) ?? "";
}

/** A `Set-Cookie` value that gives a browser an id, or lets it keep its own for another 15 minutes. */
export function browserCookie(id: string): string {
  const { secureCookies: secure } = requestContext();
  return setCookie(BROWSER_COOKIE, id || randomUUID(), { maxAge: SESSION_MS / 1000, secure });
}

const HEADER = { alg: "dir", enc: "A256GCM" } as const;

/** The parts of a compact JWE without a key of its own. Other values are not decrypted. */
const FORM = /^[\w-]+\.\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/;

/** Browsers drop a cookie whose name and value are longer than this (RFC 6265bis section 5.6). */
const MAX_COOKIE_LENGTH = 4096;

/** Longest bearer token in bytes of JSON. A cookie then has room for a session with all reasons and the longest free text. */
export const LONGEST_TOKEN = 1_868;

/**
 * Creates the cookie of the session, encrypted and authenticated (JWE `dir` with A256GCM, RFC 7516). It expires with its
 * seal.
 *
 * @param secrets at least one, newest first: the first seals, all open, so that a secret can be rotated
 */
export function createSessionCookie(secrets: readonly string[]) {
  const keys = secrets.map(
    (secret) => new Uint8Array(hkdfSync("sha256", secret, "", "pulse account deletion", 32)),
  );
  const [sealingKey] = keys;
  if (!sealingKey) throw new Error("A sealed cookie needs a secret");

  return {
    /** A `Set-Cookie` value that holds a session until it ends, or deletes the cookie. */
    async write(session: DeletionSession | null): Promise<string> {
      const { secureCookies: secure } = requestContext();
      if (session === null) return setCookie(COOKIE, "", { maxAge: 0, secure });
      const end = Math.floor(session.until / 1000);
      const sealed = await new EncryptJWT({ value: session })
        .setProtectedHeader(HEADER)
        .setExpirationTime(end)
        .encrypt(sealingKey);
      const maxAge = Math.max(0, end - Math.floor(Date.now() / 1000));
      return setCookie(COOKIE, sealed, { maxAge, secure });
    },
    /** The session of a request; null when there is none, or it was changed, sealed with other keys, or has expired. */
    async read(request: Request): Promise<DeletionSession | null> {
      const name = cookieName(COOKIE, requestContext().secureCookies);
      const [sealed = ""] = cookieValues(request.headers.get("Cookie"), name);
      if (name.length + sealed.length > MAX_COOKIE_LENGTH || !FORM.test(sealed)) return null;
      for (const key of keys) {
        const { success, data } = deletionSession.safeParse(await open(sealed, key));
        if (success) return data;
      }
      return null;
    },
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

// Crockford's base 32, which has no letters that look like digits.
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * The public name of a session, such as `DEL-7K3F-9QXM`. It is the reference number for support, always the same for one
 * session and without anything about the person, and stands in all forms, so that a form acts only on its page's session.
 */
export function referenceOf({ id }: Pick<DeletionSession, "id">): string {
  const hash = createHash("sha256").update(`reference of ${id}`).digest();
  const letters = Array.from(hash.subarray(0, 8), (byte) => ALPHABET[byte % ALPHABET.length]);
  return `DEL-${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}
