import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const theme = readFileSync("app/styles/theme.css", "utf8");

/** Returns the value of a colour by day: the deletion page always has the day theme. */
function colour(name: string): string {
  const hex = new RegExp(`--color-${name}: (?:light-dark\\()?(#[0-9a-f]{6})`).exec(theme)?.[1];
  if (hex === undefined) throw new Error(`no colour ${name}`);
  return hex;
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

/** axe measures the contrast of text only, in tests/e2e/deletion.spec.ts. */
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
