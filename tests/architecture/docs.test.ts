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

it("every path that README and CONTRIBUTING name exists", () => {
  const named = MAPS.flatMap((page) => quotedPaths(readFileSync(page, "utf8")));
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

it("every decision has a line in the index, and says what would reverse it", () => {
  const index = readFileSync(`${DECISIONS}/README.md`, "utf8");
  const decisions = readdirSync(DECISIONS).filter((name) => name !== "README.md");
  expect(decisions.length).toBeGreaterThan(50);
  for (const name of decisions) {
    const text = readFileSync(`${DECISIONS}/${name}`, "utf8");
    const [title = ""] = text.split("\n");
    expect(index).toContain(`[${title.replace("# ", "")}](${name})`);
    expect(text, name).toMatch(
      /^# .+\n\n\d{4}-\d\d-\d\d\n\n\*\*What\.\*\* [^]+\*\*Why\.\*\* [^]+\*\*What would reverse it\.\*\* /,
    );
  }
});

it("README and CONTRIBUTING stay short", () => {
  const lines = MAPS.map((page) => readFileSync(page, "utf8").trimEnd().split("\n").length);
  expect(lines[0]).toBeLessThan(100);
  expect(lines[1]).toBeLessThanOrEqual(60);
});
