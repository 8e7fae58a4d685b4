/**
 * Brings an Indian phone number to E.164, so that every way of writing its ten digits counts as the same.
 *
 * @param text as typed or pasted, in digits of any script: spaces, hyphens, dots, brackets and invisible marks are ignored; a leading +91,
 *   0091, 91 or 0 is taken as such only when ten digits remain
 * @returns `+91` and ten digits, or null when the text is not one number
 */
export function toE164(text: string): string | null {
  const compact = withAsciiDigits(text).replace(/[\s().\-\u2010-\u2015\p{Cf}]/gu, "");
  const digits = /^(?:(?:\+|00)?91)?0?(\d{10})$/.exec(compact)?.[1];
  return digits === undefined ? null : `+91${digits}`;
}

/** The number as it may be shown once it is in the session: only its end can be read. */
export function maskPhone(e164: string): string {
  return `+91 ••••• ••${e164.slice(-3)}`;
}

/**
 * Reads a one-time code as a person types or pastes it.
 *
 * @param text spaces and hyphens are ignored
 * @returns exactly six digits, or null
 */
export function toCode(text: string): string | null {
  const compact = withAsciiDigits(text).replace(/[\s\-\u2010-\u2015]/gu, "");
  return /^\d{6}$/.test(compact) ? compact : null;
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
