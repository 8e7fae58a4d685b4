import type { Catalogue } from "~/content/catalogue";
import bn from "~/content/catalogues/bn";
import en from "~/content/catalogues/en";
import gu from "~/content/catalogues/gu";
import hi from "~/content/catalogues/hi";
import kn from "~/content/catalogues/kn";
import ml from "~/content/catalogues/ml";
import mr from "~/content/catalogues/mr";
import or from "~/content/catalogues/or";
import pa from "~/content/catalogues/pa";
import ta from "~/content/catalogues/ta";
import te from "~/content/catalogues/te";
import ur from "~/content/catalogues/ur";
import type { Refusal } from "server/http/guard/refusals.server";
import type { SmallPage } from "server/http/guard/small-page.server";
import type { languages, NamedLanguage } from "server/process/languages.server";
import { createMessages, type Messages } from "./messages";

/** All catalogues. They stay on the server: a page gets the texts of its language from its loader. */
const catalogues: Partial<Record<string, Catalogue>> = {
  en,
  hi,
  bn,
  mr,
  te,
  ta,
  gu,
  ur,
  kn,
  or,
  ml,
  pa,
} satisfies Record<(typeof languages)[number], Catalogue>;

/** The catalogue of a language; English for a language that has none. @param code BCP 47 */
export function catalogueOf(code: string): Catalogue {
  return catalogues[code] ?? en;
}

/** The messages of a language, on the server. @param code BCP 47 */
export function messagesIn(code: string): Messages {
  return createMessages(code, catalogueOf(code).messages);
}

/** Texts of the response to a refused request for the account-deletion page, in the request's language. */
export function refusalWords(refusal: Refusal, { code, direction }: NamedLanguage): SmallPage {
  const { text } = messagesIn(code);
  return {
    language: code,
    direction,
    heading: text(`refusal.${refusal}`),
    text: text(`refusal.${refusal}-text`),
    back: { href: "/", name: text("refusal.home") },
    reference: (reference) => text("error.reference", { reference }),
  };
}
