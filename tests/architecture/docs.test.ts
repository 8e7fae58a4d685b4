import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

/** Paths that are generated and not in the repository. */
const GENERATED = /^(?:tests\/output|deploy\/certificates)\b/;

it("every path that a page quotes or links to exists", () => {
  const quoted =
    /`((?:\.ci|app|deploy|docs|public|scripts|server|tests)\/[^`\s]*|[\w.]+\.config\.js)`/g;
  const linked = /\]\(([^)#:\s]+)(?:#[^)]*)?\)/g;
  const missing = pages.flatMap((page) => {
    const text = readFileSync(page, "utf8");
    const paths = [
      ...Array.from(text.matchAll(quoted), ([, path = ""]) => path),
      ...Array.from(text.matchAll(linked), ([, target = ""]) => join(dirname(page), target)),
    ];
    return paths
      .filter((path) => !existsSync(path) && !GENERATED.test(path))
      .map((path) => `${page} -> ${path}`);
  });
  expect(missing).toEqual([]);
});
