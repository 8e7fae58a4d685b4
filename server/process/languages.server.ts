/** The languages that the deletion page can be offered in (BCP 47), in the order of its list. Each has a catalogue. */
export const languages = [
  "en",
  "hi",
  "bn",
  "mr",
  "te",
  "ta",
  "gu",
  "ur",
  "kn",
  "or",
  "ml",
  "pa",
] as const;

/** A language as the language list shows it. */
export interface NamedLanguage {
  /** BCP 47. */
  code: string;
  /** Name of the language in the language itself. */
  name: string;
  direction: "ltr" | "rtl";
}

/** Returns the name of a language in itself and its writing direction. @param code BCP 47 */
export function namedLanguage(code: string): NamedLanguage {
  const name = new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code;
  const { script = "Latn" } = new Intl.Locale(code).maximize();
  return { code, name, direction: RIGHT_TO_LEFT.includes(script) ? "rtl" : "ltr" };
}

/** Scripts that are written from right to left (Unicode), as far as languages of India use them. */
const RIGHT_TO_LEFT = ["Arab", "Thaa"];
