import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { pages as site } from "~/content/pages";

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

it("README names every page of the site", () => {
  const readme = readFileSync("README.md", "utf8");
  const paths = Object.values(site).map(({ path }) => path);
  const isNamed = (path: string) =>
    readme.includes(`\`${path}\``) || readme.includes(`\`${path}/{`);
  expect(paths.filter((path) => !isNamed(path))).toEqual([]);
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

it("CI tests the Node versions that README and the deployment page promise", () => {
  const workflow = readFileSync(".github/workflows/ci.yml", "utf8");
  const tested = /node: \[(.+)\]/.exec(workflow)?.[1]?.match(/[\d.]+/g);
  for (const page of ["README.md", "docs/deployment.md"]) {
    const [promised = ""] =
      /\bNode:? 26[^.]*(?:\.\d+[^.]*)*/.exec(readFileSync(page, "utf8")) ?? [];
    expect([page, promised.match(/\d+(?:\.\d+)?/g)]).toEqual([page, tested]);
  }
});
