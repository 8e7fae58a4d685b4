import { createHash } from "node:crypto";
import { z } from "zod";
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

/** The content of the sealed cookie. A missing session is the first step. */
export const deletionSession = z.discriminatedUnion("at", [
  code,
  verified,
  signedOut,
  notRegistered,
  deleted,
]);
export type DeletionSession = z.infer<typeof deletionSession>;
export type Place = DeletionSession["at"];
export type SessionAt<At extends Place> = DeletionSession & { at: At };
export type VerifiedSession = SessionAt<"reasons" | "confirm">;

/** Longest bearer token in bytes of JSON. A cookie then has room for a session with all reasons and the longest free text. */
export const LONGEST_TOKEN = 1_868;

// Crockford's base 32, which has no letters that look like digits.
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * The public name of a session, such as `DEL-7K3F-9QXM`. It is the reference number for support, always the same for one
 * session and without anything about the person, and stands in all forms, so that a form acts only on the session of
 * its own page.
 */
export function referenceOf({ id }: Pick<DeletionSession, "id">): string {
  const hash = createHash("sha256").update(`reference of ${id}`).digest();
  const letters = Array.from(hash.subarray(0, 8), (byte) => ALPHABET[byte % ALPHABET.length]);
  return `DEL-${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}

const REFERENCE = new RegExp(`^DEL(-[${ALPHABET}]{4}){2}$`);

/** Whether a posted text can be the reference of a session. */
export const isReference = (text: string) =>
  text.length === "DEL-7K3F-9QXM".length && REFERENCE.test(text);
