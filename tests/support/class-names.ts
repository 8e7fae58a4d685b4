import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { __unstable__loadDesignSystem } from "tailwindcss";
import { ownClasses } from "./css-classes.js";

const ENTRY = "app/styles/app.css";

/** The words that are classes: Tailwind's, the style sheets' own, and the markers `group` and `peer`. */
export async function classesAmong(words: Iterable<string>): Promise<Set<string>> {
  const system = await __unstable__loadDesignSystem(readFileSync(ENTRY, "utf8"), {
    base: dirname(ENTRY),
    loadStylesheet: (id, base) => {
      const { resolve } = createRequire(`${process.cwd()}/${base}/`);
      const path = id.startsWith(".") ? `${base}/${id}` : resolve(id);
      return Promise.resolve({ path, base: dirname(path), content: readFileSync(path, "utf8") });
    },
  });
  const own = new Set(ownClasses());
  const candidates = [...new Set(words)];
  const css = system.candidatesToCss(candidates);
  return new Set(
    candidates.filter(
      (word, index) =>
        css[index] !== null || own.has(word) || /^(group|peer)(\/[\w-]+)?$/.test(word),
    ),
  );
}
