import { existsSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { memoryBounds } from "../../server/process/memory-bounds.server";
import { sourceFiles } from "../support/source-files";

const files = sourceFiles("app", "server", "scripts", "tests");
const paths = files.map(({ path }) => path);

it("files are named for what they hold: no utils, no barrels", () => {
  const vague = /^(utils?|helpers?|misc|common|index)\./;
  expect(paths.filter((path) => vague.test(basename(path)))).toEqual([]);
  expect(paths.filter((path) => /\/(utils?|helpers?|misc|common)\//.test(path))).toEqual([]);
});

it("file names are in kebab-case", () => {
  const kebab = /^[a-z0-9]+([-.][a-z0-9]+)*\.(tsx?|js)$/;
  expect(paths.map((path) => basename(path)).filter((name) => !kebab.test(name))).toEqual([]);
});

it("a unit test stands in the folder of the module that it tests, and bears its name", () => {
  const strangers = paths
    .filter((path) => path.startsWith("tests/unit/") && path.includes(".test."))
    .filter((path) => {
      // `module.test.ts`, or `module.topic.test.ts` where a module has several.
      const [, module = ""] = /^tests\/unit\/(.+?)\.(?:[a-z0-9-]+\.)?test\.tsx?$/.exec(path) ?? [];
      return !["ts", "tsx", "server.ts", "server.tsx", "js", "server.js", "css", "yml"].some(
        (ending) => existsSync(`${module}.${ending}`),
      );
    });
  expect(strangers).toEqual([]);
});

it("every cache that forgets what is used least is made from its row of the table of bounds", () => {
  const server = files.filter(({ path }) => /^server\/(?!sandbox\/)/.test(path));
  const strangers = server.filter(({ path, text }) => {
    return text.includes("new LRUCache") && path !== "server/process/memory-bounds.server.ts";
  });
  expect(strangers.map(({ path }) => path)).toEqual([]);
  const code = server.map(({ text }) => text).join("\n");
  expect(Object.keys(memoryBounds).filter((name) => !code.includes(`"${name}"`))).toEqual([]);
});
