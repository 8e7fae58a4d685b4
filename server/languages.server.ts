/** The languages that the deletion page can be offered in (BCP 47), in the order of its list. Each has a catalogue. */
export const languages = ["en", "hi", "ur"] as const;

/** A made-up language for tests; never offered in production. */
export const MADE_UP_LANGUAGE = "en-xa";

/** A language as a list names it. */
export interface NamedLanguage {
  /** BCP 47. */
  code: string;
  /** In the language itself. */
  name: string;
  direction: "ltr" | "rtl";
}

/** What a language calls itself, and in which direction it is written. */
export function namedLanguage(code: string): NamedLanguage {
  const name = new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code;
  return { code, name, direction: isRightToLeft(code) ? "rtl" : "ltr" };
}

/** Scripts that are written from right to left (Unicode), as far as languages of India use them. */
const RIGHT_TO_LEFT = ["Arab", "Thaa"];

function isRightToLeft(code: string): boolean {
  return RIGHT_TO_LEFT.includes(new Intl.Locale(code).maximize().script ?? "");
}
