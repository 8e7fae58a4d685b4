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

/** What utilities cannot say. A new one says in its first comment why, and comes into this list. */
const DRAWINGS = [
  "app/features/dashboard/dashboard.css",
  "app/features/home/loader/cover.css",
  "app/features/home/loader/particles.css",
  "app/features/home/road-drawings.css",
  "app/features/pulsegen/road-edge.css",
  "app/features/referral/referral.css",
  "app/features/shell/road-closed.css",
  "app/ui/carousel/carousel.css",
  "app/ui/chart.css",
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
