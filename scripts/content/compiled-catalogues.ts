import {
  isLiteralElement,
  parse,
  type MessageFormatElement,
} from "@formatjs/icu-messageformat-parser";
import { isStructurallySame } from "@formatjs/icu-messageformat-parser/manipulator.js";
import { build } from "esbuild";
import { basename } from "node:path";
import type { Plugin } from "vite";
import type { Catalogue } from "../../app/content/catalogue";
import english from "../../app/content/catalogues/en";
import { accented } from "./accented-text";

const FILE = /\/app\/content\/catalogues\/([\w-]+)\.ts$/;

/** The made-up language of tests. */
const ACCENTED = "en-xa";

/** A message as browsers get it: a text, or the parts of one with placeholders, so that no parser travels. */
type CompiledMessage = string | MessageFormatElement[];

/**
 * Compiles the catalogues of app/content/catalogues, and stops the build when a message is missing or spare, cannot be
 * read, or has other placeholders than the English one.
 */
export function compiledCatalogues(): Plugin {
  return {
    name: "compiled-catalogues",
    enforce: "pre",
    async transform(_code, id) {
      const name = FILE.exec(id)?.[1];
      if (name === undefined) return undefined;
      const catalogue = await readCatalogue(id);
      const problems = catalogueProblems(catalogue.messages, english.messages);
      if (problems.length > 0) {
        this.error(
          `${basename(id)} is not usable:\n${problems.map((one) => `  ${one}`).join("\n")}`,
        );
      }
      const write = name === ACCENTED ? accented : (text: MessageFormatElement[]) => text;
      const messages = Object.entries(catalogue.messages).map(
        ([id, text]) => [id, plainIfPossible(write(parse(text)))] as const,
      );
      const compiled = { ...catalogue, language: name, messages: Object.fromEntries(messages) };
      return { code: `export default ${JSON.stringify(compiled)};`, map: null };
    },
  };
}

/** Everything that is wrong with the messages of a catalogue, one sentence each. @param originals the English ones */
export function catalogueProblems(
  messages: Record<string, string>,
  originals: Record<string, string>,
): string[] {
  const own = new Map(Object.entries(messages));
  const known = new Map(Object.entries(originals));
  const missing = [...known.keys()].filter((id) => !own.has(id));
  return [
    ...missing.map((id) => `${id}: is missing`),
    ...[...own].flatMap(([id, text]) => messageProblems(id, text, known.get(id))),
  ];
}

function messageProblems(id: string, text: string, original: string | undefined): string[] {
  if (original === undefined) return [`${id}: English has no such message`];
  try {
    const { error } = isStructurallySame(parse(original), parse(text));
    return error ? [`${id}: ${error.message}`] : [];
  } catch (error) {
    return [`${id}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function plainIfPossible(parts: MessageFormatElement[]): CompiledMessage {
  const [first, ...rest] = parts;
  return first && isLiteralElement(first) && rest.length === 0 ? first.value : parts;
}

async function readCatalogue(file: string): Promise<Catalogue> {
  const options = { bundle: true, write: false, format: "esm" } as const;
  const { outputFiles } = await build({ entryPoints: [file], ...options });
  const source = Buffer.from(outputFiles[0]?.text ?? "").toString("base64");
  const module = (await import(`data:text/javascript;base64,${source}`)) as { default: Catalogue }; // tsc has checked it
  return module.default;
}
