import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import routes from "~/routes";
import { prefetchedPaths } from "~/ui/site-link";

it("every page without a form may be fetched early, and no other", () => {
  const withoutForm = routes
    .flatMap(({ children = [] }) => children)
    .filter(({ path = "" }) => !path.includes("*"))
    .filter(({ file }) => !/^export .*\baction\b/m.test(readFileSync(`app/${file}`, "utf8")))
    .map(({ path = "" }) => `/${path}`);
  expect([...prefetchedPaths].sort()).toEqual(withoutForm.sort());
});
