import type { NamedLanguage } from "server/process/languages.server";

/**
 * What the document's styles have to know of a script: the least height of its lines, no room between letters that
 * join, and the fonts of Nastaliq, where the device has them. Nothing for Latin.
 */
export function scriptStyle({
  script,
}: NamedLanguage): Record<`--${string}`, string | number> | undefined {
  if (script === "Latn") return undefined;
  if (script !== "Arab") return { "--script-height": 1.4, "--script-tracking": 0 };
  const nastaliq = `"Noto Nastaliq Urdu", "Jameel Noori Nastaleeq", "Urdu Typesetting", "Overpass", sans-serif`;
  return {
    "--script-height": 2,
    "--script-tracking": 0,
    "--large": nastaliq,
    "--sans": nastaliq,
  };
}
