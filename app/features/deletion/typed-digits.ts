import type { PlainMessageId } from "~/content/catalogue";

/** What becomes of what was typed or pasted into a field of digits. */
export interface TypedDigits {
  /** What the field holds: digits only. */
  value: string;
  /** Everything typed that may still belong to what is typed next; the field does not show all of it. */
  memory: string;
  /** What was left out, as a message; null when that needs none. */
  note: PlainMessageId | null;
}

export const NOTHING_TYPED: TypedDigits = { value: "", memory: "", note: null };

/**
 * What a field holds after an edit. One more character at its end is the next key: it follows what the field could not
 * hold as well, and a plus sign in an empty field begins a number anew. Any other new text (pasted, filled in by the
 * browser, undone) is all there is.
 *
 * @param keep what stays of a text
 * @param before what the field held
 * @param text what stands in it now
 */
export function editedDigits(
  keep: (text: string) => TypedDigits,
  before: TypedDigits,
  text: string,
): TypedDigits {
  const added = text.startsWith(before.value) ? text.slice(before.value.length) : "";
  if (added === "" || added !== String.fromCodePoint(added.codePointAt(0) ?? 0)) {
    const kept = keep(text);
    // The next key begins a text of its own in a field that is seen to be empty.
    return kept.value === "" ? { ...kept, memory: "" } : kept;
  }
  const isNewNumber = before.value === "" && withAsciiDigits(added) === "+";
  return keep(isNewNumber ? added : before.memory + added);
}

/** What was typed of a text of which nothing stays, and of which the note is; null where that is none. */
export function leftOut({ value, memory, note }: TypedDigits): string | null {
  return value === "" && note !== null && memory !== "" ? memory : null;
}

const PHONE_DIGITS = 10;

/** Ten digits with India's code, a zero, or both in front. */
const WITH_PREFIX = /^(?:(?:\+|00)?91)?0?(\d{10})$/;

/** A country code that is not India's, however much of it is typed; after two zeros once no other number is left. */
const ABROAD = /^(?:\+(?!9?$|91)|00(?!91)\d{9})/;

/**
 * What stays of a phone number: ten digits. What stands in front of them is only known once they are all there, so
 * what no longer fits is remembered until then. Nothing stays of a number of another country, whose digits would be
 * somebody else's number here.
 *
 * @param text everything typed so far
 */
export function typedPhone(text: string): TypedDigits {
  const typed = lastNumber(withAsciiDigits(text));
  if (ABROAD.test(typed)) return { value: "", memory: typed, note: "phone.note-abroad" };
  const number = WITH_PREFIX.exec(typed)?.[1];
  if (number !== undefined) return { value: number, memory: number, note: prefixNote(typed) };
  const digits = typed.replace(/^\+(91|9)?/, "");
  const note = digits.length > PHONE_DIGITS ? "phone.note-too-long" : null;
  return { value: digits.slice(0, PHONE_DIGITS), memory: typed, note };
}

/** The digits of a text, with a plus sign before them; of a whole number with its plus sign after another text, that. */
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
