import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** The design's colours by day, which the deletion page wears whatever the visitor's setting. */
const [, day = ""] = /@utility day-tokens \{(.*?)\n\}/s.exec(
  readFileSync("app/styles/tokens.css", "utf8"),
) ?? [""];
const theme =
  readFileSync("app/styles/theme.css", "utf8") + readFileSync("app/styles/tokens.css", "utf8");

/** @param name of a token, by day where the day has its own */
function colour(name: string): string {
  const value = new RegExp(`--(?:color-)?${name}: (#[0-9a-f]+)`);
  const found = (value.exec(day) ?? value.exec(theme))?.[1];
  if (found === undefined) throw new Error(`no colour ${name}`);
  return found.length === 4 ? found.replace(/[^#]/g, "$&$&") : found;
}

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Text is axe's matter (tests/e2e/deletion-accessibility.spec.ts), which measures nothing else. */
it.each([
  ["edge", "raised"],
  ["edge", "ground"],
  ["focus", "ground"],
  ["focus", "raised"],
  ["sign", "raised"],
  ["mark", "raised"],
])("the deletion page has 3:1 or more where there are no words: %s on %s", (mark, ground) => {
  expect(contrast(colour(mark), colour(ground))).toBeGreaterThanOrEqual(3);
});
