import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** @returns {{ path: string, text: string }[]} the application's own style sheets, by path from the repository's root */
export function styleSheets() {
  return readdirSync("app", { recursive: true, encoding: "utf8" })
    .map((name) => join("app", name).replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".css"))
    .sort()
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

/** @returns {string[]} every class in the selectors of the application's own style sheets, each once */
export function ownClasses() {
  const names = styleSheets().flatMap(({ text }) => {
    const rules = text.replace(/\/\*[\s\S]*?\*\/|"[^"]*"/g, "");
    const selectors = [...rules.matchAll(/[^{};]+(?=\{)/g)].map(([selector]) => selector);
    return selectors.flatMap((selector) =>
      [...selector.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = ""]) => name),
    );
  });
  return [...new Set(names)].sort();
}
