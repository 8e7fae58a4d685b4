import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { languages } from "server/process/languages.server";
import { variableNames } from "server/process/settings.server";
import { sourceFiles } from "../support/source-files";

it("only the settings and the sandbox's process read the environment", () => {
  const readers = sourceFiles("app", "server").filter(({ text }) =>
    /process\.env(?!\.NODE_ENV = )/.test(text),
  );
  expect(readers.map(({ path }) => path)).toEqual([
    "server/process/settings.server.ts",
    "server/sandbox/main.ts",
  ]);
});

it(".env.example names exactly the variables that are read", () => {
  const example = readFileSync(".env.example", "utf8");
  const variables = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(variables.toSorted()).toEqual(variableNames.toSorted());
  expect(example).toContain(languages.join(" "));
});
