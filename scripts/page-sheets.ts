import { existsSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import type { Plugin } from "vite";

const SHEET = /\/app\/styles\/pages\/[\w-]+\.css(\?|$)/;
const MODULE = /\.tsx?$/;
const IMPORT = /\b(?:from|import)\s*\(?\s*"((?:~|\.)[^"]+)"/g;

/**
 * Tells Tailwind which modules a page uses: in a style sheet of `app/styles/pages`, the `@source` of a route also
 * includes everything that the route and the root import, so that the sheet contains only what its page uses. In
 * development, where imports change, the sheet contains what any page uses.
 *
 * @param app the folder of the alias `~`
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
      // In development, the module that exports a sheet's address contains no styles.
      if (!SHEET.test(id) || (development && id.includes("?url"))) return undefined;
      const folder = dirname(id);
      const routeFiles = [...code.matchAll(/@source "([^"]+\.tsx)"/g)].map(([, path = ""]) => path);
      if (routeFiles.length === 0) return undefined;
      const entries = [`${app}/root.tsx`, ...routeFiles.map((path) => resolve(folder, path))];
      const sources = development ? [app] : importsOf(entries, app);
      const lines = sources.map((source) => `@source "${relative(folder, source)}";`);
      return { code: `${code}${lines.join("\n")}\n`, map: null };
    },
  };
}

/** Returns the entries and all modules that they import, except packages and server code. */
function importsOf(entries: string[], app: string): string[] {
  const found = new Set(entries);
  // The loop also visits modules that it adds to the set.
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
