import { createHash } from "node:crypto";
import { fingerprint } from "../limits/counters.server";
import {
  receiptOf,
  type DeletionSession,
  type SealedSession,
  type VerifiedSession,
} from "./places.server";
import { LONGEST_OTHERS, reasonIds } from "./reasons.server";

const MINUTE_MS = 60_000;

/** Longest token, in UTF-16 units, however well it can be packed: servers take no longer headers. */
export const LONGEST_TOKEN = 8_192;

/** Longest life of a session. */
export const SESSION_MS = 15 * MINUTE_MS;

/** How long an OTP session is good (ASVS 5.0, 6.5.5). */
export const OTP_SESSION_MS = 10 * MINUTE_MS;

/** The longest that may become of a session before the account is deleted. */
export function longestForm(session: VerifiedSession): VerifiedSession {
  return {
    ...session,
    at: "confirm",
    chosen: [...reasonIds],
    others: "x".repeat(LONGEST_OTHERS),
    lost: "DEL-0000-0000",
  };
}

/** When the cookie of a session has to die. */
export function sessionEnd(session: DeletionSession, now: number): number {
  const ending = receiptOf(session) ?? session;
  const own = "until" in ending && ending.at !== "locked" ? ending.until : Infinity;
  return Math.min(own, now + SESSION_MS);
}

/** What tells a session from every other; null where there is nothing to end. */
export function keyOf(session: DeletionSession): string | null {
  if (session.at === "done") return session.reference;
  if (session.at === "phone") return `${session.receipt.reference} left behind`;
  return "id" in session ? (session.id ?? null) : null;
}

/**
 * What pages and their forms name a session by, so that a form acts on the session of the page that it stood on and on
 * no other. It stays the same from the code to the receipt, says in which memory the session began, and nothing of what
 * it holds.
 *
 * @returns null where there is nothing that a form of another session could spoil
 */
export function pageIdOf(session: SealedSession | null): string | null {
  const receipt = receiptOf(session);
  if (receipt !== null) return receipt.of ?? null;
  const id = session !== null && "id" in session ? session.id : undefined;
  if (id === undefined) return null;
  const hash = fingerprint(`page of ${id}`).slice(0, HASH_LENGTH);
  // Sessions of releases before do not say in which memory they began.
  const [memory, began, random] = id.split(".");
  return random === undefined ? hash : `${hash}.${memory}.${began}`;
}

/** 96 bits. */
const HASH_LENGTH = 16;

/** Longest name that {@link pageIdOf} gives. */
export const LONGEST_PAGE_ID = 40;

// Without letters that are read as digits (Crockford's base 32).
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const REFERENCE_LENGTH = "DEL-7K3F-9QXM".length;

/** Whether a text is a reference number. */
export function isReference(text: string): boolean {
  const isAsLong = text.length === REFERENCE_LENGTH;
  return isAsLong && /^DEL-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/.test(text);
}

/**
 * A number to quote when writing to support, such as `DEL-7K3F-9QXM`: always the same for one session, whoever asks
 * and whatever was lost. It says nothing about the person.
 *
 * @param pageId what pages name the session by
 */
export function referenceOf(pageId: string): string {
  const hash = createHash("sha256").update(`reference of ${pageId}`).digest();
  const letters = Array.from(hash.subarray(0, 8), (byte) => ALPHABET[byte % ALPHABET.length]);
  return `DEL-${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}

/** The number of a session's deletion. Whoever was given another one by a release before keeps it. */
export const deletionNumber = (session: VerifiedSession) =>
  session.lost ?? referenceOf(pageIdOf(session) ?? "");
