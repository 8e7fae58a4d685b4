import type { PlainMessageId } from "~/content/catalogue";

/** State of a digit field after typing or pasting. */
export interface TypedDigits {
  /** Value of the field: digits only. */
  value: string;
  /** All typed characters that may matter for the next key; the field does not display all of them. */
  memory: string;
  /** Message about characters that were dropped; null if none is needed. */
  note: PlainMessageId | null;
}

export const NOTHING_TYPED: TypedDigits = { value: "", memory: "", note: null };

/**
 * State of a digit field after an edit. A single character at its end counts as a key: it is added to `memory`, which
 * may be longer than the value, and a plus sign in an empty field starts a new number. Any other new text (pasted,
 * filled in by the browser, undone) replaces everything.
 *
 * @param keep reduces a text to digits
 * @param before state before the edit
 * @param text text in the field after the edit
 */
export function digitsAfterEdit(
  keep: (text: string) => TypedDigits,
  before: TypedDigits,
  text: string,
): TypedDigits {
  const added = text.startsWith(before.value) ? text.slice(before.value.length) : "";
  if (added === "" || added !== String.fromCodePoint(added.codePointAt(0) ?? 0)) {
    const state = keep(text);
    // The next key in a field that looks empty starts a new text.
    return state.value === "" ? { ...state, memory: "" } : state;
  }
  const isNewNumber = before.value === "" && withAsciiDigits(added) === "+";
  return keep(isNewNumber ? added : before.memory + added);
}

/** The typed text that the field dropped completely and that the note is about; null if there is none. */
export function droppedText({ value, memory, note }: TypedDigits): string | null {
  return value === "" && note !== null && memory !== "" ? memory : null;
}

const PHONE_DIGITS = 10;

/** Ten digits, optionally preceded by India's country code, a zero, or both. */
const WITH_PREFIX = /^(?:(?:\+|00)?91)?0?(\d{10})$/;

/** A foreign country code, as soon as it cannot be India's any more; after two zeros, once nine more digits follow. */
const ABROAD = /^(?:\+(?!9?$|91)|00(?!91)\d{9})/;

/**
 * Reduces a phone number to its ten digits. Whether leading digits are a prefix is known only once all digits are typed,
 * so `memory` keeps digits that do not fit until then. A foreign number is dropped completely, because its digits would
 * be another person's number in India.
 *
 * @param text everything typed so far
 */
export function typedPhone(text: string): TypedDigits {
  const memory = lastNumber(withAsciiDigits(text));
  if (ABROAD.test(memory)) return { value: "", memory, note: "phone.note-abroad" };
  const number = WITH_PREFIX.exec(memory)?.[1];
  if (number !== undefined) return { value: number, memory: number, note: prefixNote(memory) };
  const digits = memory.replace(/^\+(91|9)?/, "");
  const note = digits.length > PHONE_DIGITS ? "phone.note-too-long" : null;
  return { value: digits.slice(0, PHONE_DIGITS), memory, note };
}

/** The digits of a text, after a plus sign if it begins with one; the last number alone, if more than ten follow a plus. */
function lastNumber(text: string): string {
  const afterPlus = text.slice(text.lastIndexOf("+") + 1).replace(/\D/g, "");
  const isLast = text.includes("+") && afterPlus.length > PHONE_DIGITS;
  if (isLast) return `+${afterPlus}`;
  return (/^\D*\+/.test(text) ? "+" : "") + text.replace(/\D/g, "");
}

function prefixNote(typed: string): TypedDigits["note"] {
  if (typed.length === PHONE_DIGITS) return null;
  return /^0\d{10}$/.test(typed) ? "phone.note-zero" : "phone.note-country";
}

/** Reduces a typed or pasted one-time code to at most six digits. */
export function typedCode(text: string): TypedDigits {
  const value = withAsciiDigits(text).replace(/\D/g, "").slice(0, 6);
  return { value, memory: value, note: null };
}

/**
 * Converts the decimal digits of all scripts to ASCII: `९८७` becomes `987`. Compatibility forms of other characters
 * (other width or shape) are normalized too (Unicode's NFKC).
 */
export function withAsciiDigits(text: string): string {
  return text.normalize("NFKC").replace(/\p{Nd}/gu, (digit) => String(valueOf(digit)));
}

/** The value of a decimal digit. Unicode lists the ten digits of a script in a row from zero; rows may adjoin. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return (code - start) % 10;
}
