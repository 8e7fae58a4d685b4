import type { MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import type { MessageId } from "~/content/catalogue";

/** A catalogue as the build has compiled it: texts, and the parts of those with placeholders. */
export interface CompiledCatalogue {
  language: string;
  messages: Record<MessageId, string | MessageFormatElement[]>;
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
