import { basename } from "node:path";
import { expect, it } from "vitest";
import { sourceFiles } from "../support/source-files";

const LONGEST = 300;

const files = sourceFiles("app", "server", "scripts", "tests");
const paths = files.map(({ path }) => path);

it("no file has more than 300 lines", () => {
  const long = files
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > LONGEST);
  expect(long).toEqual([]);
});

it("files are named for what they hold: no utils, no barrels", () => {
  const vague = /^(utils?|helpers?|misc|common|index)\./;
  expect(paths.filter((path) => vague.test(basename(path)))).toEqual([]);
  expect(paths.filter((path) => /\/(utils?|helpers?|misc|common)\//.test(path))).toEqual([]);
});

it("file names are in kebab-case", () => {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(server|client|test|spec|config))*\.(tsx?|js)$/;
  const framework = ["entry.server.tsx", "entry.client.tsx"];
  expect(
    paths
      .map((path) => basename(path))
      .filter((name) => !kebab.test(name) && !framework.includes(name)),
  ).toEqual([]);
});
