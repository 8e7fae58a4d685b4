import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Logger } from "../process/logger.server";
import { fingerprint } from "../limits/counters.server";
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
  const [memory, began] = id.split(".");
  return `${hash}.${memory}.${began}`;
}

/** 96 bits. */
const HASH_LENGTH = 16;

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

/** Stands before the version. Releases whose format had none wrote no such byte. */
const HAS_VERSION = 0xff;

/** Another layout is another version. */
const VERSION = 2;

/** UTF-8 takes up to three bytes for each UTF-16 unit. */
const MOST_BYTES = 3;

/**
 * A session in as few bytes as its length can still be told beforehand, because all of it has to fit one cookie:
 * - the token deflated, which takes back most of what its base64 costs. It is deflated alone: nothing that somebody
 *   typed shares its window, so the length says nothing about its characters (compare RFC 8725 section 3.6);
 * - the free text in UTF-16, so that a letter costs the same in every script;
 * - the rest as JSON, with the reasons by their ids.
 *
 * What another release has sealed in another format is read as that, and not as nothing: nobody knows here what became
 * of its session.
 */
export const packing: Packing<SealedSession> = {
  pack(session) {
    const { token = "", others = "", chosen = [], ...rest } = { ...noSecrets, ...session };
    return Buffer.concat([
      Buffer.from([HAS_VERSION, VERSION]),
      framed(deflateRawSync(token, { level: 9 })),
      framed(Buffer.from(others, "utf16le")),
      Buffer.from(JSON.stringify({ ...rest, ...(chosen.length > 0 && { chosen }) })),
    ]);
  },
  unpack(packed) {
    const bytes = Buffer.from(packed);
    if (bytes[0] !== HAS_VERSION || bytes[1] !== VERSION) return { at: "of-another-release" };
    const [token, afterToken] = unframed(bytes.subarray(2));
    const [others, json] = unframed(afterToken);
    // Whoever reads it checks it against the schema; here it only has to be an object.
    const { chosen = [], ...rest } = JSON.parse(json.toString()) as Packed;
    const known = knownReasons(chosen);
    return {
      ...rest,
      // Reasons that cannot be named are asked for again, before anything is deleted for them.
      ...(rest.at === "confirm" && known.length < chosen.length && { at: "reasons" }),
      token: inflateRawSync(token, { maxOutputLength: MOST_BYTES * LONGEST_TOKEN }).toString(),
      others: others.toString("utf16le"),
      chosen: known,
    };
  },
};

interface Packed {
  at: string;
  chosen?: string[];
}

/** What only some places have. */
const noSecrets: { token?: string; others?: string; chosen?: string[] } = {};

/** Bytes with their number in front, in two bytes. */
function framed(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** What {@link framed} made, and what follows it. */
function unframed(bytes: Buffer): [Buffer, Buffer] {
  const end = 2 + bytes.readUInt16BE();
  return [bytes.subarray(2, end), bytes.subarray(end)];
}

/**
 * How a session ended before its time: its account was deleted, its owner left it, for another one too, or its code was
 * accepted, and it goes on without that step.
 */
type SessionEnd = "deleted" | "left" | "code-used";

export type SessionEnds = ReturnType<typeof createSessionEnds>;

/**
 * Which sessions have ended, on every instance: a copy of their cookie is the same as none. Marks are kept among the
 * limits, which all instances share. A mark that fails must not become the person's failure.
 */
export function createSessionEnds(limits: Limits, logger: Pick<Logger, "error">) {
  const isMarked = async (...uses: Use[]) => (await limits.freeAt(uses)) > 0;
  async function mark(use: Use, words: string, more: object = {}): Promise<void> {
    await limits.take([use]).catch((err: unknown) => logger.error({ err, ...more }, words));
  }
  async function markLeft(key: string | null): Promise<void> {
    if (key !== null) await mark(leftUse(key), "a session was not marked as ended");
  }
  return {
    /** How a session has ended; null while it has not. */
    async of(session: DeletionSession): Promise<SessionEnd | null> {
      const key = keyOf(session);
      if (key === null) return null;
      const codeUse = session.at === "code" ? [leftUse(codeOf(key))] : [];
      if (!(await isMarked(deletedUse(key), leftUse(key), ...codeUse))) return null;
      if (await isMarked(deletedUse(key))) return "deleted";
      return (await isMarked(leftUse(key))) ? "left" : "code-used";
    },
    /** @param reference of the deletion that ends the session */
    async markDeleted(session: DeletionSession, reference: string): Promise<void> {
      const key = keyOf(session);
      if (key !== null)
        await mark(deletedUse(key), "a session was not marked as deleted", { reference });
    },
    markLeft: (session: DeletionSession): Promise<void> => markLeft(keyOf(session)),
    /** From now on a copy of a session that another one has replaced is the same as none, or is so at its code alone. */
    async markReplaced(before: DeletionSession, after: DeletionSession | null): Promise<void> {
      const key = keyOf(before);
      if (after === null || keyOf(after) !== key) await markLeft(key);
      else if (before.at === "code" && after.at !== "code") await markLeft(codeOf(before.id));
    },
  };
}

const deletedUse = (key: string): Use => ({ rule: "deletionFinished", key });
const leftUse = (key: string): Use => ({ rule: "sessionLeft", key });

const codeOf = (id: string) => `${id} code`;
