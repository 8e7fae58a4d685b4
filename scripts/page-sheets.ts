import { existsSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import type { Plugin } from "vite";

const SHEET = /\/app\/styles\/pages\/[\w-]+\.css(\?|$)/;
const MODULE = /\.tsx?$/;
const IMPORT = /\b(?:from|import)\s*\(?\s*"((?:~|\.)[^"]+)"/g;

/**
 * Gives Tailwind the modules of a page: in a style sheet of `app/styles/pages` each `@source` of a route also stands
 * for everything that the route and the root import, so that the sheet holds what its page uses and nothing else. While
 * developing, where imports come and go, it holds what any page uses.
 *
 * @param app the folder that `~` stands for
 */
export function pageSheets(app: string): Plugin {
  let development = false;
  return {
    name: "page-sheets",
    enforce: "pre",
    configResolved: ({ command }) => {
      development = command === "serve";
    },
    transform(code, id) {
      // While developing, the module of a sheet's address has no styles.
      if (!SHEET.test(id) || (development && id.includes("?url"))) return undefined;
      const folder = dirname(id);
      const named = [...code.matchAll(/@source "([^"]+\.tsx)"/g)].map(([, path = ""]) => path);
      if (named.length === 0) return undefined;
      const entries = [`${app}/root.tsx`, ...named.map((path) => resolve(folder, path))];
      const sources = development ? [app] : importsOf(entries, app);
      const lines = sources.map((source) => `@source "${relative(folder, source)}";`);
      return { code: `${code}${lines.join("\n")}\n`, map: null };
    },
  };
}

/** Modules with all that they import, themselves included; packages and server code are left out. */
function importsOf(entries: string[], app: string): string[] {
  const found = new Set(entries);
  // The set grows while it is walked.
  for (const module of found) {
    for (const [, path = ""] of readFileSync(module, "utf8").matchAll(IMPORT)) {
      const target = path.startsWith("~")
        ? `${app}${path.slice(1)}`
        : resolve(dirname(module), path);
      const file = [target, `${target}.tsx`, `${target}.ts`].find(
        (name) => MODULE.test(name) && existsSync(name),
      );
      if (file !== undefined && !file.endsWith(".server.ts")) found.add(file);
    }
  }
  return [...found];
}
