import { expect, it } from "vitest";
import { memoryBounds } from "../../server/process/memory-bounds.server";
import { sourceFiles } from "../support/source-files";

it("every LRU cache is created from its row of the table of memory bounds", () => {
  const server = sourceFiles("server").filter(({ path }) => !path.includes("/sandbox/"));
  const violations = server.filter(({ path, text }) => {
    return text.includes("new LRUCache") && path !== "server/process/memory-bounds.server.ts";
  });
  expect(violations.map(({ path }) => path)).toEqual([]);
  const code = server.map(({ text }) => text).join("\n");
  expect(Object.keys(memoryBounds).filter((name) => !code.includes(`"${name}"`))).toEqual([]);
});
