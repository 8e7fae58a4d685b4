import { expect, it } from "vitest";
import { ownClasses, styleSheets } from "../support/css-classes.js";
import { classesAmong } from "../support/class-names";
import { sourceFiles } from "../support/source-files";

const components = sourceFiles("app").filter(({ path }) => !path.startsWith("app/content/"));
const code = components.map(({ text }) => text).join("\n");

it("class lists contain only existing classes", async () => {
  const texts = components.flatMap(({ path, text }) =>
    // Strings except selectors ("[data-actions] button").
    [...text.matchAll(/"([^"\n[][^"\n]*)"/g)].map(([, list = ""]) => ({
      path,
      words: list.trim().split(/\s+/),
    })),
  );
  const classes = await classesAmong(texts.flatMap(({ words }) => words));
  // A sentence can contain a class name ("hidden"), but hardly a word with a hyphen or a colon too.
  const lists = texts.filter(
    ({ words }) =>
      words.some((word) => classes.has(word)) && words.some((word) => /[-:]/.test(word)),
  );
  expect(lists.length).toBeGreaterThan(500);
  expect(
    lists.flatMap(({ path, words }) =>
      words.filter((word) => !classes.has(word)).map((word) => `${path}: ${word}`),
    ),
  ).toEqual([]);
});

it("components contain no raw colours", () => {
  const raw = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/gi;
  expect(
    components
      .filter(({ path }) => path.endsWith(".tsx"))
      .flatMap(({ path, text }) => (text.match(raw) ?? []).map((colour) => `${path}: ${colour}`)),
  ).toEqual([]);
});

it("every class, colour and animation of the style sheets is used", () => {
  const css = styleSheets()
    .map(({ text }) => text.replace(/\/\*[\s\S]*?\*\//g, ""))
    .join("\n");
  const colours = css.matchAll(/^ +--color-([\w-]+):/gm);
  const animations = css.matchAll(/@keyframes ([\w-]+)/g);
  expect([
    ...ownClasses()
      .filter((name) => !name.startsWith("swiper-")) // set by the library
      .filter((name) => !new RegExp(`[\\s"'\`.]${name}[\\s"'\`\\]]`).test(code)),
    ...[...colours]
      .map(([, name]) => name)
      .filter(
        (name) =>
          !new RegExp(`(?<!--color)-${name}(?![\\w-])|var\\(--color-${name}\\)`).test(css + code),
      ),
    ...[...animations]
      .map(([, name]) => name)
      .filter((name) => !`${css}${code}`.match(`animat\\S*(: |\\[)${name}(\\b|_)`)),
  ]).toEqual([]);
});
