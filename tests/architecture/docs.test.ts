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

it("every path that a page quotes exists", () => {
  const pathPattern =
    /`((?:\.ci|app|deploy|docs|public|scripts|server|tests)\/[^`\s]*|[\w.]+\.config\.js)`/g;
  const missing = pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(pathPattern)]
      .map(([, path = ""]) => path)
      .filter((path) => !existsSync(path) && !GENERATED.test(path))
      .map((path) => `${page} -> ${path}`),
  );
  expect(missing).toEqual([]);
});

it("every link from one page to another points to an existing file", () => {
  const broken = pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target = ""]) => join(dirname(page), target))
      .filter((target) => !existsSync(target))
      .map((target) => `${page} -> ${target}`),
  );
  expect(broken).toEqual([]);
});
