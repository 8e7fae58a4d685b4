/**
 * Longest text that is read as a number or a code, in UTF-16 units. Either is 20 at most with everything around it, and
 * bringing a text to NFKC takes the square of the combining marks in a row.
 */
const LONGEST_TYPED = 200;

/** What may stand between digits: space, brackets, dots, dashes, and what nobody sees. */
const BETWEEN_DIGITS = /[\s().\p{Pd}\u2212\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Brings an Indian phone number to E.164, so that every way of writing its ten digits counts as the same.
 *
 * @param text as typed or pasted, in digits of any script: spaces, hyphens, dots, brackets and invisible marks are ignored; a leading +91,
 *   0091, 91 or 0 is taken as such only when ten digits remain
 * @returns `+91` and ten digits, or null when the text is not one number
 */
export function toE164(text: string): string | null {
  const digits = /^(?:(?:\+|00)?91)?0?(\d{10})$/.exec(compact(text))?.[1];
  return digits === undefined ? null : `+91${digits}`;
}

/** The number as it may be shown once it is in the session: only its end can be read. */
export function maskPhone(e164: string): string {
  return `+91 ••••• ••${e164.slice(-3)}`;
}

/** What the last question names a number by: its last four digits. */
export const phoneEnd = (e164: string): string => e164.slice(-4);

/**
 * Reads a one-time code as a person types or pastes it.
 *
 * @param text in digits of any script; what may stand between those of a number is ignored
 * @returns exactly six digits, or null
 */
export function toCode(text: string): string | null {
  const code = compact(text);
  return /^\d{6}$/.test(code) ? code : null;
}

/** Without what may stand between digits; nothing of a text that is too long to be read. */
function compact(text: string): string {
  if (text.length > LONGEST_TYPED) return "";
  return withAsciiDigits(text).replace(BETWEEN_DIGITS, "");
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
