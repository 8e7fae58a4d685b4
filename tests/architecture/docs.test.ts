import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

const MAPS = ["README.md", "CONTRIBUTING.md"];
const DECISIONS = "docs/decisions";
const pages = [
  ...MAPS,
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

/** What a page quotes that looks like a path of this repository. */
const quotedPaths = (text: string) =>
  [
    ...text.matchAll(
      /`((?:app|server|scripts|tests|docs|deploy|\.ci)\/[^`\s]*|[\w.]+\.config\.js)`/g,
    ),
  ].map(([, path = ""]) => path);

it("every path that README, CONTRIBUTING and the page of advisories name exists", () => {
  const named = [...MAPS, "docs/advisories.md"].flatMap((page) =>
    quotedPaths(readFileSync(page, "utf8")),
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

it("every link from one page to another leads somewhere", () => {
  const broken = pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
      .map(([, target = ""]) => join(dirname(page), target))
      .filter((target) => !existsSync(target))
      .map((target) => `${page} -> ${target}`),
  );
  expect(broken).toEqual([]);
});

it("every page of decisions is in their index, and each entry says what, why and what would reverse it", () => {
  const index = readFileSync(`${DECISIONS}/README.md`, "utf8");
  for (const name of readdirSync(DECISIONS).filter((file) => file !== "README.md")) {
    expect(index).toContain(`(${name})`);
    const [, ...entries] = readFileSync(`${DECISIONS}/${name}`, "utf8").split("\n## ");
    for (const entry of entries) {
      expect(entry, name).toMatch(
        /^.+\n\n\d{4}-\d\d-\d\d.*\n\n\*\*What\.\*\* [^]+\*\*Why\.\*\* [^]+\*\*What would reverse it\.\*\* /,
      );
    }
  }
});
