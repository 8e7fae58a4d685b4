/** What a form on the page asks for. */
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

/** Longest name of a session that a page gives to its forms. */
const LONGEST_PAGE_ID = 40;

/** What a form of the page carries; everything a person may have typed is bounded by the HTTP layer. */
export interface DeletionForm {
  intent: Intent;
  /** What the page that the form stood on names its session by; empty for none. */
  session: string;
  phone: string;
  /** The random id of the page that the form stood on; empty when it carries none. */
  idempotencyKey: string;
  otp: string;
  reasons: string[];
  others: string;
}

/** Length of a UUID. */
const LONGEST_KEY = 36;

/**
 * Reads a posted form of the page.
 *
 * @returns null when it asks for nothing that the page offers
 */
export function readFormFields(data: FormData): DeletionForm | null {
  const asked = text(data, "intent");
  const intent = intents.find((one): one is Intent => one === asked);
  if (intent === undefined) return null;
  return {
    intent,
    session: text(data, "session").slice(0, LONGEST_PAGE_ID + 1),
    phone: text(data, "phone"),
    idempotencyKey: text(data, "idempotencyKey").slice(0, LONGEST_KEY),
    otp: text(data, "otp"),
    reasons: data.getAll("reason").filter((value) => typeof value === "string"),
    others: text(data, "others"),
  };
}

function text(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}

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

/**
 * The reasons to choose from, in the order of the page: what goes upstream of each, in every language, by its id. Pages,
 * sessions and refusals of another release know a reason by its id alone, so an id keeps its meaning for ever: another
 * reason is another id, wherever it stands.
 */
const reasons = {
  unused: "I am no longer using my account",
  unclear: "I don't understand how to use",
  unneeded: "I no longer need the service",
  privacy: "Privacy concerns",
  others: "Others",
} as const;

export type Reason = keyof typeof reasons;

export const reasonIds = Object.keys(reasons) as [Reason, ...Reason[]]; // the keys of a const object

const isReason = (id: string): id is Reason => Object.hasOwn(reasons, id);

/** Those of the ids that this release knows. */
export const knownReasons = (ids: readonly string[]): Reason[] => ids.filter(isReason);

/**
 * Longest free text, in UTF-16 units: 300 letters of any script, 600 bytes in the session, so that it fits a cookie
 * beside a long token.
 */
export const LONGEST_OTHERS = 300;

/** As much is read of a posted text; what is left of it is refused as too long, unless it is nearly all space. */
const MOST_READ = 8 * 1024;

/** What was chosen, and the free text for 'Others', empty when there is none. */
export interface ChosenReasons {
  chosen: Reason[];
  others: string;
}

/**
 * Reads the reasons form.
 *
 * @param values the ticked boxes as posted: ids, or the English words that pages of releases before posted; unknown ones
 *   are dropped
 * @param text the free text; it counts only when 'Others' is ticked
 */
export function readReasons(values: readonly string[], text: string): ChosenReasons {
  const chosen = reasonIds.filter((id) => values.includes(id) || values.includes(reasons[id]));
  const others = text
    .slice(0, MOST_READ)
    .replace(/\p{Cc}+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return { chosen, others: chosen.includes("others") ? others : "" };
}

/** The `reason` that goes upstream: comma-joined, a filled text in place of 'Others'. */
export function joinReasons({ chosen, others }: ChosenReasons): string {
  return chosen.map((id) => (id === "others" && others !== "" ? others : reasons[id])).join(",");
}
