import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import routes from "~/routes";
import { pages, prerenderedPaths } from "~/content/pages";

it("exactly the pages without a form may be prerendered", () => {
  const paths = Object.values(pages).map(({ path }) => path);
  const withoutForm = routes
    .flatMap((route) => route.children ?? [route])
    .filter(({ path = "" }) => paths.some((known) => known === `/${path}`))
    .filter(({ file }) => !/^export .*\baction\b/m.test(readFileSync(`app/${file}`, "utf8")))
    .map(({ path = "" }) => `/${path}`);
  expect([...prerenderedPaths].sort()).toEqual(withoutForm.sort());
});
