import type { NamedLanguage } from "server/process/languages.server";

/**
 * CSS variables for the script of a language: minimum line height, no letter spacing for letters that join, and for
 * Arabic script the Nastaliq fonts, where the device has them. Undefined for Latin script.
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
