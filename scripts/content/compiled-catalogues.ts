import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { isStructurallySame } from "@formatjs/icu-messageformat-parser/manipulator.js";
import { build } from "esbuild";
import { basename } from "node:path";
import type { Plugin } from "vite";
import type { Catalogue } from "../../app/content/catalogue";
import english from "../../app/content/catalogues/en";
import type { MessagePart } from "../../app/features/shell/catalogues";
import { accented } from "./accented-text";

const FILE = /\/app\/content\/catalogues\/([\w-]+)\.ts$/;

/** The made-up language of tests. */
const ACCENTED = "en-xa";

/**
 * Compiles the catalogues of app/content/catalogues into texts, and into parts for messages with placeholders, so that
 * browsers need neither a parser nor a formatting library. Stops the build when a message is missing or superfluous,
 * cannot be parsed, or has other placeholders than the English one.
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
          `${basename(id)} is not usable:\n${problems.map((text) => `  ${text}`).join("\n")}`,
        );
      }
      const write = name === ACCENTED ? accented : (words: string) => words;
      const messages = Object.entries(catalogue.messages).map(([id, text]) => {
        const parts = parse(text).map((part) => compiled(part, write));
        const [first, ...rest] = parts;
        return [id, typeof first === "string" && rest.length === 0 ? first : parts] as const;
      });
      const file = { ...catalogue, language: name, messages: Object.fromEntries(messages) };
      return { code: `export default ${JSON.stringify(file)};`, map: null };
    },
  };
}

/** Lists the problems of a catalogue's messages, one sentence each. @param originals the English messages */
export function catalogueProblems(
  messages: Record<string, string>,
  originals: Record<string, string>,
): string[] {
  const translations = new Map(Object.entries(messages));
  const expected = new Map(Object.entries(originals));
  const missing = [...expected.keys()].filter((id) => !translations.has(id));
  return [
    ...missing.map((id) => `${id}: is missing`),
    ...[...translations].flatMap(([id, text]) => messageProblems(id, text, expected.get(id))),
  ];
}

function messageProblems(id: string, text: string, original: string | undefined): string[] {
  if (original === undefined) return [`${id}: English has no such message`];
  try {
    const parts = parse(text);
    const { error } = isStructurallySame(parse(original), parts);
    for (const part of parts) compiled(part, String);
    return error ? [`${id}: ${error.message}`] : [];
  } catch (error) {
    return [`${id}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** Compiles a part of a message. @throws for ICU syntax that pages do not support: not a placeholder, tag or plural */
function compiled(part: MessageFormatElement, write: (words: string) => string): MessagePart {
  const inside = (parts: MessageFormatElement[]) => parts.map((inner) => compiled(inner, write));
  if (part.type === TYPE.literal) return write(part.value);
  if (part.type === TYPE.pound) return 0;
  if (part.type === TYPE.argument) return [part.value];
  if (part.type === TYPE.tag) return [part.value, inside(part.children)];
  const forms = part.type === TYPE.plural ? Object.entries(part.options) : [];
  const isPlain = part.type === TYPE.plural && part.pluralType === "cardinal" && part.offset === 0;
  if (!isPlain || forms.some(([form]) => form.startsWith("="))) {
    throw new Error(`{${part.value}} is of a kind that no page writes`);
  }
  return [part.value, Object.fromEntries(forms.map(([form, { value }]) => [form, inside(value)]))];
}

async function readCatalogue(file: string): Promise<Catalogue> {
  const options = { bundle: true, write: false, format: "esm" } as const;
  const { outputFiles } = await build({ entryPoints: [file], ...options });
  const source = Buffer.from(outputFiles[0]?.text ?? "").toString("base64");
  const module = (await import(`data:text/javascript;base64,${source}`)) as { default: Catalogue }; // tsc has checked it
  return module.default;
}
