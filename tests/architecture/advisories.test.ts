import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sourceFiles } from "./source-files";

const [, table = ""] = readFileSync("docs/advisories.md", "utf8").split("## Advisories of Remix 2");
const rows = table
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(2)
  .map((line) => line.split("|").slice(1, -1));

it("every advisory has what answers it, and a test that exists", () => {
  expect(rows.length).toBeGreaterThan(10);
  for (const [advisory = "", answer = "", tests = ""] of rows) {
    expect(advisory).toMatch(/CVE-\d{4}-\d+|GHSA-/);
    expect(answer.trim()).not.toBe("");
    const named = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
    expect(named.length, advisory).toBeGreaterThan(0);
    expect(named.filter((file) => !existsSync(`tests/${file}`))).toEqual([]);
  }
});

it("nobody uses what the advisories are about: sessions in files, pages discovered late, keys of scroll positions", () => {
  const texts = sourceFiles("app", "server")
    .map(({ text }) => text)
    .join("\n");
  expect(texts).not.toMatch(/createFileSessionStorage|<ScrollRestoration[^>]*(getKey|storageKey)/);
  expect(readFileSync("remix.config.js", "utf8")).toContain("v3_lazyRouteDiscovery: false");
});
