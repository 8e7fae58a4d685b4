import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Logger } from "../process/logger.server";
import { fingerprint } from "../limits/fingerprint.server";
import type { Limits, Use } from "../limits/limits.server";
import type { Packing } from "../session/sealed-cookie.server";
import { knownReasons, LONGEST_OTHERS, reasonIds } from "./form-fields.server";
import {
  receiptOf,
  type DeletionSession,
  type SealedSession,
  type VerifiedSession,
} from "./places.server";

const MINUTE_MS = 60_000;

/** Maximum length of a token in UTF-16 units, however well it compresses: servers accept no longer headers. */
export const LONGEST_TOKEN = 8_192;

/** Maximum lifetime of a session. */
export const SESSION_MS = 15 * MINUTE_MS;

/** Lifetime of an OTP session (ASVS 5.0, 6.5.5). */
export const OTP_SESSION_MS = 10 * MINUTE_MS;

/** The largest state that a session can reach before the account is deleted. */
export function longestForm(session: VerifiedSession): VerifiedSession {
  return {
    ...session,
    at: "confirm",
    chosen: [...reasonIds],
    others: "x".repeat(LONGEST_OTHERS),
    lost: "DEL-0000-0000",
  };
}

/** When the cookie of a session expires. */
export function sessionEnd(session: DeletionSession, now: number): number {
  const ending = receiptOf(session) ?? session;
  const ownEnd = "until" in ending && ending.at !== "locked" ? ending.until : Infinity;
  return Math.min(ownEnd, now + SESSION_MS);
}

/** Unique key of a session; null for a session that cannot be ended. */
export function sessionKey(session: DeletionSession): string | null {
  if (session.at === "done") return session.reference;
  if (session.at === "phone") return `${session.receipt.reference} left behind`;
  return "id" in session ? (session.id ?? null) : null;
}

/**
 * The public id of a session in pages and forms, so that a form only acts on the session of its own page. It stays the
 * same from the code to the receipt. It contains the name of the deletion memory and the time at which the session
 * began, and nothing of its content.
 *
 * @returns null when there is no session that a form of another page could damage
 */
export function pageIdOf(session: SealedSession | null): string | null {
  const receipt = receiptOf(session);
  if (receipt !== null) return receipt.of ?? null;
  const id = session !== null && "id" in session ? session.id : undefined;
  if (id === undefined) return null;
  const hash = fingerprint(`page of ${id}`).slice(0, HASH_LENGTH);
  const [memory, began] = id.split(".");
  return `${hash}.${memory}.${began}`;
}

/** Characters of the hash in a page id: 96 bits. */
const HASH_LENGTH = 16;

// Crockford's base 32, which has no letters that look like digits.
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const REFERENCE_LENGTH = "DEL-7K3F-9QXM".length;

/** Whether a text is a reference number. */
export function isReference(text: string): boolean {
  const hasLength = text.length === REFERENCE_LENGTH;
  return hasLength && /^DEL-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/.test(text);
}

/**
 * A reference number for support, such as `DEL-7K3F-9QXM`. It is always the same for one session, even after a lost
 * answer, and contains nothing about the person.
 *
 * @param pageId the page id of the session
 */
export function referenceOf(pageId: string): string {
  const hash = createHash("sha256").update(`reference of ${pageId}`).digest();
  const letters = Array.from(hash.subarray(0, 8), (byte) => ALPHABET[byte % ALPHABET.length]);
  return `DEL-${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}

/** The reference number of a session's deletion. A number from an earlier release is kept. */
export const deletionNumber = (session: VerifiedSession) =>
  session.lost ?? referenceOf(pageIdOf(session) ?? "");

/** First byte of formats with a version. Earlier releases without a version never wrote this byte. */
const HAS_VERSION = 0xff;

/** Version of the format. It changes with the layout. */
const VERSION = 2;

/** Maximum number of UTF-8 bytes per UTF-16 unit. */
const UNIT_BYTES = 3;

/**
 * Packs a session into few bytes of predictable length, because all of it must fit into one cookie:
 * - the token deflated, which compensates most of its base64 overhead. It is deflated alone: no typed input shares its
 *   window, so the length reveals nothing about its characters (compare RFC 8725 section 3.6);
 * - the free text in UTF-16, so that a letter takes the same space in every script;
 * - the rest as JSON, with the reasons by their ids.
 *
 * A session in the format of another release is read as `of-another-release`, not as missing: it is unknown whether its
 * account was deleted.
 */
export const packing: Packing<SealedSession> = {
  pack(session) {
    const { token = "", others = "", chosen = [], ...rest } = { ...optionalFields, ...session };
    return Buffer.concat([
      Buffer.from([HAS_VERSION, VERSION]),
      frame(deflateRawSync(token, { level: 9 })),
      frame(Buffer.from(others, "utf16le")),
      Buffer.from(JSON.stringify({ ...rest, ...(chosen.length > 0 && { chosen }) })),
    ]);
  },
  unpack(packed) {
    const bytes = Buffer.from(packed);
    if (bytes[0] !== HAS_VERSION || bytes[1] !== VERSION) return { at: "of-another-release" };
    const [token, afterToken] = unframe(bytes.subarray(2));
    const [others, json] = unframe(afterToken);
    // The sealed cookie validates the result with the schema; here it only has to be an object.
    const { chosen = [], ...rest } = JSON.parse(json.toString()) as Packed;
    const supported = knownReasons(chosen);
    return {
      ...rest,
      // A session with unknown reasons returns to the reasons step before anything is deleted.
      ...(rest.at === "confirm" && supported.length < chosen.length && { at: "reasons" }),
      token: inflateRawSync(token, { maxOutputLength: UNIT_BYTES * LONGEST_TOKEN }).toString(),
      others: others.toString("utf16le"),
      chosen: supported,
    };
  },
};

interface Packed {
  at: string;
  chosen?: string[];
}

/** Adds no values: its type names the fields that only some places have. */
const optionalFields: { token?: string; others?: string; chosen?: string[] } = {};

/** Prefixes bytes with their length in two bytes. */
function frame(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Splits bytes that begin with the output of {@link frame}: its content, and the rest. */
function unframe(bytes: Buffer): [Buffer, Buffer] {
  const end = 2 + bytes.readUInt16BE();
  return [bytes.subarray(2, end), bytes.subarray(end)];
}

/**
 * How a session ended early: its account was deleted, its owner left or replaced it, or its code was accepted and only
 * the code step has ended.
 */
type SessionEnd = "deleted" | "left" | "code-used";

export type SessionEnds = ReturnType<typeof createSessionEnds>;

/**
 * Records ended sessions on every instance, so that copies of their cookies are ignored. The marks are stored as
 * limits, which all instances share. An error while setting a mark is only logged: it must not fail the request.
 */
export function createSessionEnds(limits: Limits, logger: Pick<Logger, "error">) {
  const isMarked = async (...uses: Use[]) => (await limits.freeAt(uses)) > 0;
  async function mark(use: Use, text: string, details: object = {}): Promise<void> {
    await limits.take([use]).catch((err: unknown) => logger.error({ err, ...details }, text));
  }
  async function markLeft(key: string | null): Promise<void> {
    if (key !== null) await mark(leftUse(key), "a session was not marked as ended");
  }
  return {
    /** How a session has ended; null while it has not ended. */
    async of(session: DeletionSession): Promise<SessionEnd | null> {
      const key = sessionKey(session);
      if (key === null) return null;
      const codeUse = session.at === "code" ? [leftUse(codeOf(key))] : [];
      if (!(await isMarked(deletedUse(key), leftUse(key), ...codeUse))) return null;
      if (await isMarked(deletedUse(key))) return "deleted";
      return (await isMarked(leftUse(key))) ? "left" : "code-used";
    },
    /** @param reference reference number of the deletion that ends the session */
    async markDeleted(session: DeletionSession, reference: string): Promise<void> {
      const key = sessionKey(session);
      if (key !== null)
        await mark(deletedUse(key), "a session was not marked as deleted", { reference });
    },
    markLeft: (session: DeletionSession): Promise<void> => markLeft(sessionKey(session)),
    /** Ends a session that another one replaces, or only its code step if it continues as the same session. */
    async markReplaced(before: DeletionSession, after: DeletionSession | null): Promise<void> {
      const key = sessionKey(before);
      if (after === null || sessionKey(after) !== key) await markLeft(key);
      else if (before.at === "code" && after.at !== "code") await markLeft(codeOf(before.id));
    },
  };
}

const deletedUse = (key: string): Use => ({ rule: "deletionFinished", key });
const leftUse = (key: string): Use => ({ rule: "sessionLeft", key });

const codeOf = (id: string) => `${id} code`;
