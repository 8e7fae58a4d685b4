import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

export interface SourceFile {
  /** Relative to the repository's root, with forward slashes. */
  path: string;
  text: string;
}

export interface Import {
  /** The product's own modules: path from the root without extension; otherwise the package's name. */
  target: string;
  own: boolean;
  /** Whether the import is erased at compile time. */
  typeOnly: boolean;
}

/** A package of its own; its folder contains its `node_modules` once it is installed. */
const MEDIA = "scripts/media/";

export function sourceFiles(...folders: string[]): SourceFile[] {
  return folders.flatMap(filesIn).map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name).replaceAll("\\", "/"))
    .filter((path) => /\.(ts|tsx|js)$/.test(path) && !path.endsWith(".d.ts"))
    .filter((path) => !path.startsWith(MEDIA))
    .sort();
}

/** `import … from`, `export … from`, `import "…"`, and `import("…")` of values or types; comments are removed before. */
const IMPORT =
  /^(?:import|export)\s+(type\s)?(?:([\w*\s{},$]*?)\sfrom\s+)?"([^"]+)"|\b(typeof )?import\(\s*"([^"]+)"/gm;

export function importsOf({ path, text }: SourceFile): Import[] {
  const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
  return Array.from(code.matchAll(IMPORT), ([, type, names = "", from, typeOf, late = ""]) => {
    const braces = /^\{(.*)\}$/s
      .exec(names.trim())?.[1]
      ?.split(",")
      .filter((name) => name.trim());
    const typesAlone = braces?.every((name) => /^\s*type\s/.test(name)) ?? false;
    return { ...resolve(path, from ?? late), typeOnly: Boolean(type ?? typeOf) || typesAlone };
  });
}

function resolve(path: string, specifier: string): Pick<Import, "target" | "own"> {
  const bare = specifier.replace(/\?.*$/, "");
  if (bare.startsWith(".")) return { target: strip(posix.join(dirname(path), bare)), own: true };
  if (bare.startsWith("~/")) return { target: strip(`app/${bare.slice(2)}`), own: true };
  if (bare.startsWith("server/")) return { target: strip(bare), own: true };
  return { target: bare, own: false };
}

function strip(path: string): string {
  return path.replace(/\.(tsx?|js)$/, "");
}
