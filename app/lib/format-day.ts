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

/**
 * A calendar day in a language. English is written without `Intl`, whose data may differ between server and browser.
 *
 * @param language BCP 47
 * @param day ISO 8601
 */
export function formatDayIn(language: string, day: string): string {
  if (language === "en") return formatDay(day);
  const format = (parts: Intl.DateTimeFormatOptions) =>
    // Latin digits in every language, because phone numbers and codes are written in them.
    new Intl.DateTimeFormat(`${language}-u-nu-latn`, { ...parts, timeZone: "UTC" }).format(
      new Date(day),
    );
  const written = format({ day: "numeric", month: "long", year: "numeric" });
  // Browsers lack the month names of many languages, and then write `M02` or the English name.
  const lacksMonth = /\p{Script=Latin}/u.test(written);
  return lacksMonth ? format({ day: "2-digit", month: "2-digit", year: "numeric" }) : written;
}
