import { randomInt } from "node:crypto";

// Without letters that are read as digits (Crockford's base 32).
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const LENGTH = "DEL-7K3F-9QXM".length;

/** Whether a text is such a number. */
export function isReference(text: string): boolean {
  return text.length === LENGTH && /^DEL-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/.test(text);
}

/** A number to quote when writing to support, such as `DEL-7K3F-9QXM`. It says nothing about the person. */
export function createReference(): string {
  const four = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return `DEL-${four()}-${four()}`;
}
