import type { MessageId } from "~/content/catalogue";

/**
 * A part of a compiled message: a text, 0 for the number of the enclosing plural, or a placeholder. A placeholder has a
 * name, and the content of its tag or the forms of its plural.
 */
export type MessagePart =
  | string
  | 0
  | [name: string, inside?: MessagePart[] | Partial<Record<Intl.LDMLPluralRule, MessagePart[]>>];

/** A catalogue compiled by the build. Messages without placeholders are texts, all others lists of parts. */
export interface CompiledCatalogue {
  language: string;
  messages: Record<MessageId, string | MessagePart[]>;
}

const files = import.meta.glob<CompiledCatalogue>("../../content/catalogues/*.ts", {
  import: "default",
});

const loaded = new Map<string, CompiledCatalogue>();

/** Loads the catalogues of all languages. For the server, before it accepts requests. */
export async function loadAllCatalogues(): Promise<void> {
  for (const catalogue of await Promise.all(Object.values(files).map((load) => load()))) {
    loaded.set(catalogue.language, catalogue);
  }
}

/**
 * The catalogue of a language. In the browser a catalogue is loaded when it is first needed.
 *
 * @throws a promise while it is being loaded: React then waits, and the page stays as the server rendered it
 */
export function catalogueOf(language: string): CompiledCatalogue {
  const catalogue = loaded.get(language);
  if (catalogue !== undefined) return catalogue;
  const load = files[`../../content/catalogues/${language}.ts`];
  if (load === undefined) throw new Error(`There is no catalogue of "${language}"`);
  // eslint-disable-next-line typescript/only-throw-error -- React 18 suspends for a thrown promise
  throw load().then((loadedNow) => loaded.set(language, loadedNow));
}
