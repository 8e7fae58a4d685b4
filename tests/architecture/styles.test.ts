import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { __unstable__loadDesignSystem } from "tailwindcss";
import { describe, expect, it } from "vitest";
import { ownClasses, styleSheets } from "../../scripts/css-classes.js";
import { usedClasses } from "../support/class-names";
import { sourceFiles } from "../support/source-files";

const MOST_LINES = 1000;
/** Values in brackets, which stand beside the scale. Lower it with every one that goes. */
const MOST_BRACKETS = 116;
/** A longer list of classes has a name that says what it makes of the element. */
const MOST_UNNAMED_CLASSES = 20;
const ENTRY = "app/styles/app.css";

/** What a class begins with that names a token of the theme, by the token's namespace. */
const NAMED_BY: Record<string, string> = {
  animate: "animate-",
  "border-width": "border-(?:[a-z]-)?",
  breakpoint: "(?:max-)?",
  color: "[a-z-]+-",
  container: "(?:@|@max-|w-|max-w-)",
  font: "font-",
  "grid-template-columns": "grid-cols-",
  "inset-shadow": "inset-shadow-",
  leading: "(?:leading-)?",
  radius: "rounded-(?:[a-z]+-)?",
  shadow: "shadow-",
  spacing: "[a-z-]+-",
  "stroke-width": "stroke-",
  text: "text-",
  "text-underline-offset": "underline-offset-",
  tracking: "tracking-",
};

/** What utilities cannot say. A new one says in its first comment why, and comes into this list. */
const DRAWINGS = [
  "app/features/dashboard/dashboard.css",
  "app/features/home/loader/cover.css",
  "app/features/home/loader/particles.css",
  "app/features/shell/road-closed.css",
  "app/ui/carousel/carousel.css",
  "app/ui/film/film.css",
  "app/ui/lane-line.css",
];

const FOUNDATION = ["app", "base", "brackets", "fonts", "theme", "tokens"].map(
  (name) => `app/styles/${name}.css`,
);

const PAGES = "app/styles/pages/";

const sheets = styleSheets();
const components = sourceFiles("app").filter(({ path }) => !path.startsWith("app/content/"));

describe("style sheets", () => {
  it("are few, and each says first why it is one", () => {
    const own = sheets.map(({ path }) => path).filter((path) => !path.startsWith(PAGES));
    expect(own).toEqual([...DRAWINGS, ...FOUNDATION].sort());
    expect(sheets.filter(({ text }) => !/^\/\*[^*]/.test(text)).map(({ path }) => path)).toEqual(
      [],
    );
  });

  it(`have at most ${MOST_LINES} lines together`, () => {
    const lines = sheets.map(({ text }) => text.trimEnd().split("\n").length);
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MOST_LINES);
  });

  it("are one for a page, which its route links", () => {
    const pageSheets = sheets.filter(({ path }) => path.startsWith(PAGES));
    const imports = components.flatMap(({ path, text }) =>
      [...text.matchAll(/import .*"(.*\.css.*)"/g)].map(([, sheet = ""]) => ({ path, sheet })),
    );
    const linked = imports.filter(({ path }) => path.startsWith("app/routes/"));
    expect(linked.map(({ sheet }) => sheet.replace("~", "app").replace("?url", "")).sort()).toEqual(
      pageSheets.map(({ path }) => path),
    );
    expect(imports.filter((one) => !linked.includes(one))).toEqual([
      // Fetched with the loader, on a first visit alone.
      { path: "app/features/home/loader/particles.tsx", sheet: "./particles.css" },
      // For errors of no route's own.
      { path: "app/root.tsx", sheet: "./styles/pages/error.css?url" },
    ]);
  });
});

describe("tokens and rules", () => {
  const css = sheets.map(({ text }) => text.replace(/\/\*[\s\S]*?\*\//g, "")).join("\n");
  const code = components.map(({ text }) => text).join("\n");
  const applied = [...css.matchAll(/@apply ([^;]+);/g)].flatMap(([, list = ""]) => list.split(" "));
  const names = [
    ...usedClasses(components).map(({ name }) => name),
    // Those in tables of a component's own.
    ...code.split(/[\s"'`]+/).filter((word) => word.includes("-")),
  ];
  /** A class's variants and its own name, without what stands behind a slash. */
  const parts = [...new Set([...names, ...applied].flatMap((name) => name.split(/[:/]/)))];
  const isPart = (pattern: string) => parts.some((part) => matches(part, pattern));

  it("are all used: the theme's", () => {
    const theme = css.slice(css.indexOf("@theme inline {"));
    const tokens = [...theme.slice(0, theme.indexOf("\n}")).matchAll(/^ {2}--([\w-]+):/gm)]
      .map(([, name = ""]) => name)
      .filter((name) => name !== "spacing" && !name.startsWith("default-"));
    expect(tokens.length).toBeGreaterThan(100);
    const namespaces = Object.keys(NAMED_BY).sort((a, b) => b.length - a.length);
    const unused = tokens.filter((token) => {
      const namespace = namespaces.find((one) => token.startsWith(`${one}-`)) ?? "";
      const name = token.slice(namespace.length + 1);
      return !css.includes(`var(--${token})`) && !isPart(`${NAMED_BY[namespace] ?? ""}${name}`);
    });
    expect(unused).toEqual([]);
  });

  it("are all used: those that a theme or a width changes", () => {
    const defined = sheets.find(({ path }) => path === "app/styles/tokens.css")?.text ?? "";
    const tokens = [...defined.matchAll(/^ +--([\w-]+):/gm)].map(([, name = ""]) => name);
    expect(tokens.length).toBeGreaterThan(30);
    expect(tokens.filter((name) => !`${css}${code}`.includes(`var(--${name})`))).toEqual([]);
  });

  it("are all used: classes, utilities, variants, animations", () => {
    const utilities = [...css.matchAll(/@(?:utility|custom-variant) ([\w-]+?)(-\*)?(?= )/g)].map(
      ([, name = "", any]) => `${name}${any ? "-\\d+" : ""}`,
    );
    const animations = [...css.matchAll(/@keyframes ([\w-]+)/g)].map(([, name = ""]) => name);
    expect([
      ...ownClasses().filter((name) => !new RegExp(`[\\s"'\`.]${name}[\\s"'\`\\]]`).test(code)),
      ...utilities.filter((name) => !isPart(name)),
      ...animations.filter((name) => !new RegExp(`animat\\S*: ${name}\\b`).test(css)),
    ]).toEqual([]);
  });
});

describe("components", () => {
  it("name their colours", () => {
    const raw = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/gi;
    const found = components
      .filter(({ path }) => path.endsWith(".tsx"))
      .flatMap(({ path, text }) =>
        text.split("\n").flatMap((line, index) => {
          const colours = line.match(raw) ?? [];
          return colours.map((colour) => `${path}:${index + 1} ${colour}`);
        }),
      );
    expect(found).toEqual([]);
  });

  it(`have at most ${MOST_BRACKETS} values in brackets`, () => {
    const values = usedClasses(components).flatMap(({ name }) => name.match(/\[[^\]]*\]/g) ?? []);
    expect(values.length).toBeLessThanOrEqual(MOST_BRACKETS);
  });

  it("name their long lists of classes", () => {
    const unnamed = components
      .filter(({ path }) => path.endsWith(".tsx"))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/className=\{?["'`]([^"'`]*)["'`]/g)]
          .map(([, list = ""]) => list.trim().split(/\s+/).length)
          .filter((count) => count > MOST_UNNAMED_CLASSES)
          .map((count) => `${path}: ${count} classes`),
      );
    expect(unnamed).toEqual([]);
  });

  it("use no class that neither Tailwind nor a style sheet knows", async () => {
    const used = usedClasses(components);
    expect(used.length).toBeGreaterThan(1000);
    const unknown = await unknownClasses(used.map(({ name }) => name));
    expect(
      used
        .filter(({ name }) => unknown.has(name))
        .map(({ path, line, name }) => `${path}:${line} ${name}`),
    ).toEqual([]);
  });
});

async function unknownClasses(names: readonly string[]): Promise<Set<string>> {
  const own = new Set(ownClasses());
  const candidates = [...new Set(names)].filter((name) => !own.has(name) && !isMarker(name));
  const system = await __unstable__loadDesignSystem(readFileSync(ENTRY, "utf8"), {
    base: dirname(ENTRY),
    loadStylesheet: (id, base) => {
      const { resolve } = createRequire(`${process.cwd()}/${base}/`);
      const path = id.startsWith(".") ? `${base}/${id}` : resolve(id);
      return Promise.resolve({ path, base: dirname(path), content: readFileSync(path, "utf8") });
    },
  });
  const css = system.candidatesToCss(candidates);
  return new Set(candidates.filter((_, index) => css[index] === null));
}

function matches(word: string, pattern: string): boolean {
  return new RegExp(`^-?${pattern}!?$`).test(word);
}

/** What `group-hover:` and `peer-checked:` look for. */
function isMarker(name: string): boolean {
  return /^(group|peer)(\/[\w-]+)?$/.test(name);
}
