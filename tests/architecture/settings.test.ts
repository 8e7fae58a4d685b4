import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { languages } from "server/process/languages.server";
import { variableNames } from "server/process/settings.server";

it(".env.example names exactly the variables that are read", () => {
  const example = readFileSync(".env.example", "utf8");
  const variables = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(variables.toSorted()).toEqual(variableNames.toSorted());
  expect(example).toContain(languages.join(" "));
});
