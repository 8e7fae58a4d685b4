import type { PlainMessageId } from "~/content/catalogue";

/** What becomes of what was typed or pasted into a field of digits. */
export interface TypedDigits {
  /** What the field holds: digits only. */
  value: string;
  /** Everything typed that may still belong to what is typed next; longer than the value when that is full. */
  memory: string;
  /** What was left out, as a message; null when that needs none. */
  note: PlainMessageId | null;
}

const PHONE_DIGITS = 10;

/** Ten digits with India's code, a zero, or both in front. */
const WITH_PREFIX = /^(?:(?:\+|00)?91)?0?(\d{10})$/;

/** A country code that is not India's, however much of it is typed. */
const ABROAD = /^\+(?!9?$|91)/;

/**
 * What stays of a phone number: ten digits. What stands in front of them is only known once they are all there, so
 * what no longer fits is remembered until then.
 *
 * @param text everything typed so far
 */
export function typedPhone(text: string): TypedDigits {
  const plain = withAsciiDigits(text);
  const typed = (/^\D*\+/.test(plain) ? "+" : "") + plain.replace(/\D/g, "");
  const number = WITH_PREFIX.exec(typed)?.[1];
  if (number !== undefined) return { value: number, memory: number, note: prefixNote(typed) };
  if (ABROAD.test(typed)) {
    return { value: "", memory: "", note: "phone.note-abroad" };
  }
  const digits = typed.replace(/^\+(91|9)?/, "");
  const note = digits.length > PHONE_DIGITS ? "phone.note-too-long" : null;
  return { value: digits.slice(0, PHONE_DIGITS), memory: typed, note };
}

function prefixNote(typed: string): TypedDigits["note"] {
  if (typed.length === PHONE_DIGITS) return null;
  return /^0\d{10}$/.test(typed) ? "phone.note-zero" : "phone.note-country";
}

/** What stays of a one-time code while it is typed or pasted: at most six digits. */
export function typedCode(text: string): TypedDigits {
  const value = withAsciiDigits(text).replace(/\D/g, "").slice(0, 6);
  return { value, memory: value, note: null };
}

/**
 * A text with the decimal digits of every script as ASCII writes them: `९८७` becomes `987`. Other characters of another
 * width or shape become plain as well (Unicode's NFKC).
 */
export function withAsciiDigits(text: string): string {
  return text.normalize("NFKC").replace(/\p{Nd}/gu, (digit) => String(valueOf(digit)));
}

/** Unicode has the ten digits of a script in a row, zero first, and rows may follow one another. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return (code - start) % 10;
}
