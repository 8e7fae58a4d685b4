const DATE = /([1-9]\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])/.source;
const TIME = /([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?/.source;
const OFFSET = /Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?/.source;
const FORM = new RegExp(`^${DATE}[T ]${TIME}(?:${OFFSET})?$`, "i");

/**
 * Parses a point in time in ISO 8601 form. Without an offset the time is UTC.
 *
 * @param text date and time, `2019-06-01T00:00:00+02:00`; seconds, fraction and offset may be missing
 * @returns epoch milliseconds, finer fractions cut off; null when the text is not a time or the day does not exist
 */
export function readIsoTime(text: string): number | null {
  const match = FORM.exec(text.trim());
  if (match === null) return null;
  const [, year, month, day, hour, minute, second = 0, fraction = ""] = match;
  const [sign, hours = 0, minutes = 0] = match.slice(8);
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, "0"));
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  // `Date.UTC` turns a day after the end of a month into a day of the next month.
  if (new Date(date).getUTCDate() !== Number(day)) return null;
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -60 : 60);
  return date + (seconds - offset) * 1000 + milliseconds;
}

/**
 * Parses a calendar day.
 *
 * @param text `YYYY-MM-DD`
 * @returns epoch milliseconds of the day's first instant in UTC; null when the day does not exist
 */
export function readIsoDay(text: string): number | null {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? readIsoTime(`${text}T00:00`) : null;
}
