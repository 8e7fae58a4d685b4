/**
 * Reads a one-time code as a person types or pastes it.
 *
 * @param text spaces and hyphens are ignored
 * @returns exactly six digits, or null
 */
export function toCode(text: string): string | null {
  const compact = text.normalize("NFKC").replace(/[\s\-\u2010-\u2015]/gu, "");
  return /^\d{6}$/.test(compact) ? compact : null;
}
