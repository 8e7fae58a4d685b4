import { expect, it } from "vitest";
import { sourceFiles } from "../support/source-files";

it("limits are built once, in the composition root: counters that are built twice count half", () => {
  const builders = sourceFiles("app", "server")
    .filter(({ text }) => /(?<!function )\bcreateLimits\(/.test(text))
    .map(({ path }) => path);
  expect(builders).toEqual(["server/services.server.ts"]);
});
