import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Colours of the day theme. The deletion page always uses them, whatever theme the visitor has chosen. */
const [, dayTheme = ""] = /@utility day-tokens \{(.*?)\n\}/s.exec(
  readFileSync("app/styles/tokens.css", "utf8"),
) ?? [""];
const allTokens =
  readFileSync("app/styles/theme.css", "utf8") + readFileSync("app/styles/tokens.css", "utf8");

/** Returns the value of a colour token: the day theme's if it has one, else the default. */
function colour(name: string): string {
  const value = new RegExp(`--(?:color-)?${name}: (#[0-9a-f]+)`);
  const hex = (value.exec(dayTheme) ?? value.exec(allTokens))?.[1];
  if (hex === undefined) throw new Error(`no colour ${name}`);
  return hex.length === 4 ? hex.replace(/[^#]/g, "$&$&") : hex;
}

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** axe measures the contrast of text only, in tests/e2e/deletion-accessibility.spec.ts. */
it.each([
  ["edge", "raised"],
  ["edge", "ground"],
  ["focus", "ground"],
  ["focus", "raised"],
  ["sign", "raised"],
  ["mark", "raised"],
])("%s on %s has a contrast of at least 3:1 on the deletion page", (foreground, background) => {
  expect(contrast(colour(foreground), colour(background))).toBeGreaterThanOrEqual(3);
});
