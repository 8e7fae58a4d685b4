/** Month names of all dates on the site, January first. */
export const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/**
 * A calendar day as `12 Aug 2025`. Server and browser write the same text.
 *
 * @param day ISO 8601, `2025-08-12`
 */
export function formatDay(day: string): string {
  const [year, month, date] = day.split("-").map(Number);
  return `${date} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}
