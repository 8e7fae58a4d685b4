import type { MessageId } from "~/content/catalogue";

/**
 * A part of a message as the build has compiled it: words, the number of the plural around it (0), or a placeholder:
 * its name, and what is inside a tag, or the forms of a plural.
 */
export type MessagePart =
  | string
  | 0
  | [name: string, inside?: MessagePart[] | Partial<Record<Intl.LDMLPluralRule, MessagePart[]>>];

/** A catalogue as the build has compiled it: texts, and the parts of those with placeholders. */
export interface CompiledCatalogue {
  language: string;
  messages: Record<MessageId, string | MessagePart[]>;
}

const files = import.meta.glob<CompiledCatalogue>("../../content/catalogues/*.ts", {
  import: "default",
});

const loaded = new Map<string, CompiledCatalogue>();

/** Fetches the catalogue of a language, once; what is shown in it afterwards needs no waiting. */
export async function loadCatalogue(language: string): Promise<void> {
  const load = files[`../../content/catalogues/${language}.ts`];
  if (load && !loaded.has(language)) loaded.set(language, await load());
}

/** Loads those of all languages. For the server, before it answers. */
export async function loadAllCatalogues(): Promise<void> {
  for (const catalogue of await Promise.all(Object.values(files).map((load) => load()))) {
    loaded.set(catalogue.language, catalogue);
  }
}

/**
 * A catalogue that was loaded.
 *
 * @throws when it was not
 */
export function catalogueOf(language: string): CompiledCatalogue {
  const catalogue = loaded.get(language);
  if (catalogue === undefined) throw new Error(`The catalogue of "${language}" is not loaded`);
  return catalogue;
}
