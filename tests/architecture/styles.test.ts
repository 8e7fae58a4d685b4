import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { __unstable__loadDesignSystem } from "tailwindcss";
import { describe, expect, it } from "vitest";
import { ownClasses, styleSheets } from "../../scripts/css-classes.js";
import { usedClasses } from "./class-names";
import { sourceFiles } from "./source-files";

const MOST_LINES = 1000;
const ENTRY = "app/styles/app.css";

/** What the pages' style sheets are put together from; in each stands first why utilities cannot say it. */
const PIECES = [
  "app/features/dashboard/dashboard.css",
  "app/features/home/loader/cover.css",
  "app/features/home/loader/studs.css",
  "app/features/home/road-drawings.css",
  "app/features/pulsegen/road-edge.css",
  "app/features/referral/referral.css",
  "app/features/shell/road-closed.css",
  "app/styles/app.css",
  "app/styles/base.css",
  "app/styles/brackets.css",
  "app/styles/fonts.css",
  "app/styles/theme.css",
  "app/styles/tokens.css",
  "app/ui/carousel/carousel.css",
  "app/ui/chart.css",
  "app/ui/film/film.css",
  "app/ui/lane-line.css",
];

/** Who fetches a style sheet: each page one of its own, and the loader its sky. */
const LINKED = [
  "app/features/home/loader/stud-sky.tsx -> ./studs.css",
  "app/features/shell/error-page.tsx -> ~/styles/pages/error.css?url",
  "app/routes/blogs.tsx -> ~/styles/pages/blogs.css?url",
  "app/routes/contact.tsx -> ~/styles/pages/contact.css?url",
  "app/routes/dashboard.tsx -> ~/styles/pages/dashboard.css?url",
  "app/routes/delete-user.tsx -> ~/styles/pages/delete-user.css?url",
  "app/routes/home.tsx -> ~/styles/pages/home.css?url",
  "app/routes/not-found.tsx -> ~/styles/pages/error.css?url",
  "app/routes/privacy.tsx -> ~/styles/pages/privacy.css?url",
  "app/routes/pulsegen.tsx -> ~/styles/pages/pulsegen.css?url",
  "app/routes/referral.tsx -> ~/styles/pages/referral.css?url",
  "app/routes/scout.tsx -> ~/styles/pages/scout.css?url",
];

const sheets = styleSheets();
const components = sourceFiles("app").filter(({ path }) => !path.startsWith("app/content/"));

describe("style sheets", () => {
  const pieces = sheets.filter(({ path }) => !path.startsWith("app/styles/pages/"));

  it("are few, and each says first why it is one", () => {
    expect(pieces.map(({ path }) => path)).toEqual(PIECES);
    expect(pieces.filter(({ text }) => !/^\/\*[^*]/.test(text)).map(({ path }) => path)).toEqual(
      [],
    );
  });

  it("of pages only put pieces together", () => {
    const rest = sheets
      .filter((sheet) => !pieces.includes(sheet))
      .map(
        ({ path, text }) => `${path} ${text.replace(/^@(import|source) "[^"]+";$/gm, "").trim()}`,
      );
    expect(rest.filter((line) => !line.endsWith(".css "))).toEqual([]);
  });

  it(`have at most ${MOST_LINES} lines together`, () => {
    const lines = sheets.map(({ text }) => text.trimEnd().split("\n").length);
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MOST_LINES);
  });

  it("are one for a page", () => {
    const imports = components.flatMap(({ path, text }) =>
      [...text.matchAll(/import .*"(.*\.css.*)"/g)].map(([, sheet]) => `${path} -> ${sheet}`),
    );
    expect(imports).toEqual(LINKED);
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

/** What `group-hover:` and `peer-checked:` look for. */
function isMarker(name: string): boolean {
  return /^(group|peer)(\/[\w-]+)?$/.test(name);
}
