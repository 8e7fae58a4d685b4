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

/** Makes a catalogue known that came with the data of a page. */
export function provideCatalogue(catalogue: CompiledCatalogue): void {
  loaded.set(catalogue.language, catalogue);
}

/**
 * The loaded catalogue of a language.
 *
 * @throws if the catalogue is not loaded
 */
export function catalogueOf(language: string): CompiledCatalogue {
  const catalogue = loaded.get(language);
  if (catalogue === undefined) throw new Error(`The catalogue of "${language}" is not loaded`);
  return catalogue;
}
