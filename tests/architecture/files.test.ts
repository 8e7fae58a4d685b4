import { expect, it } from "vitest";
import { memoryBounds } from "../../server/process/memory-bounds.server";
import { sourceFiles } from "../support/source-files";

const files = sourceFiles("app", "server", "scripts", "tests");
const paths = files.map(({ path }) => path);

it("files are in kebab-case and named after their content: no utils, no barrels", () => {
  const vague = /(?:^|\/)(?:(?:utils?|helpers?|misc|common)[/.]|index\.)/;
  const kebab = /\/[a-z0-9]+([-.][a-z0-9]+)*\.(tsx?|js)$/;
  expect(paths.filter((path) => vague.test(path) || !kebab.test(path))).toEqual([]);
});

it("every LRU cache is created from its row of the table of memory bounds", () => {
  const server = files.filter(({ path }) => /^server\/(?!sandbox\/)/.test(path));
  const violations = server.filter(({ path, text }) => {
    return text.includes("new LRUCache") && path !== "server/process/memory-bounds.server.ts";
  });
  expect(violations.map(({ path }) => path)).toEqual([]);
  const code = server.map(({ text }) => text).join("\n");
  expect(Object.keys(memoryBounds).filter((name) => !code.includes(`"${name}"`))).toEqual([]);
});
