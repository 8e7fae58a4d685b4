import { createHash } from "node:crypto";

// Without letters that are read as digits (Crockford's base 32).
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const LENGTH = "DEL-7K3F-9QXM".length;

/** Whether a text is such a number. */
export function isReference(text: string): boolean {
  return text.length === LENGTH && /^DEL-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/.test(text);
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
