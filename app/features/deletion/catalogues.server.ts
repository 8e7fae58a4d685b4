import type { Catalogue } from "~/content/catalogue";
import en from "~/content/catalogues/en";
import type { Refusal } from "server/http/visit.server";
import type { SmallPage } from "server/http/small-page.server";
import type { NamedLanguage } from "server/process/languages.server";
import { createMessages } from "./messages";

/** All catalogues by file. They stay on the server: a page gets the texts of its language from its loader. */
const catalogues = import.meta.glob<Catalogue>("../../content/catalogues/*.ts", {
  eager: true,
  import: "default",
});

/** The catalogue of a language; English for a language that has none. @param code BCP 47 */
export function catalogueOf(code: string): Catalogue {
  return catalogues[`../../content/catalogues/${code}.ts`] ?? en;
}

/** The page that answers a refused request, in a language. */
export function refusalWords(refusal: Refusal, { code, direction }: NamedLanguage): SmallPage {
  const { text } = createMessages(catalogueOf(code));
  return {
    language: code,
    direction,
    heading: text(`refusal.${refusal}`),
    text: text(`refusal.${refusal}-text`),
    back: { href: "/", name: text("refusal.home") },
    reference: (reference) => text("error.reference", { reference }),
  };
}
