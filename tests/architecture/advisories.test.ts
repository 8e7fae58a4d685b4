import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ADVISORIES, fileOf, tableRow } from "../../scripts/evidence/advisories.js";
import { sourceFiles } from "../support/source-files";

const sources = sourceFiles("app", "server")
  .map(({ text }) => text)
  .join("\n");

it("the page of advisories says what the evidence says", () => {
  const [, table = ""] = readFileSync("docs/advisories.md", "utf8").split(
    "## Advisories of Remix 2",
  );
  const rows = table
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(2)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(rows).toEqual(ADVISORIES.map(tableRow));
});

it("every advisory has a name of its own, what answers it, and tests in files that exist", () => {
  expect(new Set(ADVISORIES.map(({ id }) => id)).size).toBe(ADVISORIES.length);
  for (const { id, ghsa, answer, tests } of ADVISORIES) {
    expect(id).toMatch(/^CVE-\d{4}-\d+$/);
    expect(ghsa).toMatch(/^GHSA(-[2-9cfghjmpqrvwx]{4}){3}$/);
    expect(answer, id).not.toBe("");
    expect(tests.length, id).toBeGreaterThan(0);
    expect(tests.filter((test) => !existsSync(fileOf(test)))).toEqual([]);
  }
});

it("every test that an advisory names is in its file, title by title", () => {
  const missing = ADVISORIES.flatMap(({ tests }) => tests).filter((test) => {
    const source = readFileSync(fileOf(test), "utf8");
    const titles = test.split(" > ").slice(1);
    // In the place of `$name` and `$status` a case's own words stand.
    return !titles.every((title) => title.includes("$") || source.includes(title));
  });
  expect(missing).toEqual([]);
});

it("routes are not discovered late", () => {
  expect(readFileSync("remix.config.js", "utf8")).toContain("v3_lazyRouteDiscovery: false");
});

it("sessions are never kept in files", () => {
  expect(sources).not.toContain("createFileSessionStorage");
});

it("positions of scrolling have no keys of their own", () => {
  expect(sources).not.toMatch(/<ScrollRestoration[^>]*(getKey|storageKey)/);
});

it("there are no server components", () => {
  expect(readFileSync("package-lock.json", "utf8")).not.toMatch(
    /"node_modules\/[^"]*(react-server-dom|plugin-rsc)/,
  );
  expect(sources).not.toMatch(/unstable_\w*RSC|react-server|^["']use server["']/m);
});
