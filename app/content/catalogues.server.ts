import type { Catalogue } from "./catalogue";
import en from "./catalogues/en";

/** All catalogues by file. They stay on the server: a page gets the texts of its language from its loader. */
const catalogues = import.meta.glob<Catalogue>("./catalogues/*.ts", {
  eager: true,
  import: "default",
});

/** The catalogue of a language; English for a language that has none. @param code BCP 47 */
export function catalogueOf(code: string): Catalogue {
  return catalogues[`./catalogues/${code}.ts`] ?? en;
}
