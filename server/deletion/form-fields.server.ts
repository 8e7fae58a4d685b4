import { fieldText } from "../process/request-context.server";

/** The actions that forms of the page can request. */
export const intents = [
  "send",
  "resend",
  "verify",
  "reasons",
  "cancel",
  "delete",
  "start-over",
  "leave",
] as const;
export type Intent = (typeof intents)[number];

/** Longest id that is read from a hidden field: a UUID. */
const LONGEST_ID = 36;

/** The fields of a posted form. The HTTP layer bounds the length of all input. */
export interface DeletionForm {
  intent: Intent;
  /** Reference of the session that the form's page showed; empty for the first step. */
  session: string;
  /** Random id of the form's page; empty when the form has none. */
  press: string;
  phone: string;
  otp: string;
  reasons: string[];
  others: string;
}

/** Reads a posted form of the page. One that is none of ours counts as a Cancel. */
export function readFormFields(data: FormData): DeletionForm {
  const intent = fieldText(data, "intent");
  return {
    intent: intents.find((one) => one === intent) ?? "cancel",
    session: fieldText(data, "session").slice(0, LONGEST_ID),
    press: fieldText(data, "press").slice(0, LONGEST_ID),
    phone: fieldText(data, "phone").slice(0, LONGEST_INPUT + 1),
    otp: fieldText(data, "otp").slice(0, LONGEST_INPUT + 1),
    reasons: data.getAll("reason").filter((value) => typeof value === "string"),
    others: fieldText(data, "others"),
  };
}

/**
 * Longest text that is parsed as a phone number or a code, in UTF-16 units. Both take at most 20 with separators, and
 * NFKC normalization takes quadratic time for sequences of combining marks.
 */
const LONGEST_INPUT = 200;

/** Separators that are ignored between digits: space, brackets, dots, dashes, and invisible characters. */
const BETWEEN_DIGITS = /[\s().\p{Pd}\u2212\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Converts an Indian phone number to E.164, so that all spellings of its ten digits are equal.
 *
 * @param text as typed or pasted, with digits of any script. Spaces, hyphens, dots, brackets and invisible marks are
 *   ignored; a leading +91, 0091, 91 or 0 counts as a prefix only when ten digits remain
 * @returns `+91` and ten digits, or null when the text is not one number
 */
export function toE164(text: string): string | null {
  const digits = /^(?:(?:(?:\+|00)?91)?0?)([1-9]\d{9})$/.exec(stripSeparators(text))?.[1];
  return digits === undefined ? null : `+91${digits}`;
}

/** A phone number for display, with all but its last three digits hidden. */
export function maskPhone(e164: string): string {
  return `+91 ••••• ••${e164.slice(-3)}`;
}

/**
 * Parses a one-time code that a person typed or pasted.
 *
 * @param text with digits of any script; the same separators as in phone numbers are ignored
 * @returns exactly six digits, or null
 */
export function toCode(text: string): string | null {
  const code = stripSeparators(text);
  return /^\d{6}$/.test(code) ? code : null;
}

/**
 * Converts the decimal digits of every script to ASCII (`९८७` becomes `987`), normalizes the text to NFKC, which replaces
 * compatibility characters such as full-width letters, and removes separators. A text that is too long becomes empty.
 */
function stripSeparators(text: string): string {
  if (text.length > LONGEST_INPUT) return "";
  return text
    .normalize("NFKC")
    .replace(/\p{Nd}/gu, (digit) => String(valueOf(digit)))
    .replace(BETWEEN_DIGITS, "");
}

/** The value of a digit. Unicode has the ten digits of a script in sequence from zero, and sequences may be adjacent. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return (code - start) % 10;
}

/** The reasons to choose from, in the order of the page: by id, the text that is sent upstream in every language. */
const reasons = {
  unused: "I am no longer using my account",
  unclear: "I don't understand how to use",
  unneeded: "I no longer need the service",
  privacy: "Privacy concerns",
  others: "Others",
} as const;

type Reason = keyof typeof reasons;

export const reasonIds = Object.keys(reasons) as [Reason, ...Reason[]]; // the keys of a const object

/** Maximum length of the free text in UTF-16 units, so that it fits into a cookie beside a token. */
export const LONGEST_OTHERS = 300;

/** How much of the free text is read, in UTF-16 units; one that is too long is refused, however long it is. */
const MOST_READ = 8 * 1024;

/**
 * Reads the chosen reasons, and the free text for 'Others'.
 *
 * @param values the posted values of ticked boxes: ids, or the texts themselves; unknown values are ignored
 * @param text the free text, which counts only when 'Others' is ticked
 */
export function readReasons(values: readonly string[], text: string) {
  const chosen = reasonIds.filter((id) => values.includes(id) || values.includes(reasons[id]));
  const others = text
    .slice(0, MOST_READ)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return { chosen, others };
}

/** The `reason` that is sent upstream: the texts joined by commas, with the free text in place of 'Others'. */
export function joinReasons({ chosen, others }: ReturnType<typeof readReasons>): string {
  return chosen.map((id) => (id === "others" && others !== "" ? others : reasons[id])).join(",");
}
