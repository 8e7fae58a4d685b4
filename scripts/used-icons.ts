import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const ALL_ICONS = /\/lucide-react\/dist\/esm\/lucide-react\.mjs$/;
const IMPORT = /import \{([^}]+)\} from "lucide-react"/g;

/**
 * Reduces lucide's list of 2,000 icons to the lines of those that the application imports. The bundler would drop the
 * others, too, but only after reading the file of each.
 *
 * @param app the folder of the application
 */
export function usedIcons(app: string): Plugin {
  return {
    name: "used-icons",
    apply: "build",
    transform(code, id) {
      if (!ALL_ICONS.test(id)) return null;
      const used = new Set(iconsIn(app));
      const lines = code.split("\n").filter((line) => {
        const names = [...line.matchAll(/ as (\w+)/g)].map(([, name = ""]) => name);
        return names.some((name) => used.has(name));
      });
      return { code: lines.join("\n"), map: null };
    },
  };
}

function iconsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => [...readFileSync(join(folder, path), "utf8").matchAll(IMPORT)])
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) =>
      name
        .trim()
        .replace(/^type /, "")
        .replace(/ as .*/, ""),
    );
}
