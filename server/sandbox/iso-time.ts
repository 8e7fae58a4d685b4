const PATTERN =
  /^([1-9]\d{3})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:(Z)|([+-])(\d\d)(?::?(\d\d))?)?$/i;

/**
 * Reads a point in time in ISO 8601 form; without an offset it is UTC.
 *
 * @param text date and time, `2019-06-01T00:00:00+02:00`; seconds, fraction and offset may be missing
 * @returns epoch milliseconds, finer fractions cut off; null when it is no time or no day of the calendar
 */
export function readIsoTime(text: string): number | null {
  const match = PATTERN.exec(text.trim());
  if (match === null) return null;
  const year = Number(match[1]);
  const month = Number(match[2]);
  const day = Number(match[3]);
  const hour = Number(match[4]);
  const minute = Number(match[5]);
  const second = Number(match[6] ?? 0);
  const milliseconds = Number((match[7] ?? "").slice(0, 3).padEnd(3, "0"));
  const offsetHour = Number(match[10] ?? 0);
  const offsetMinute = Number(match[11] ?? 0);
  if (day < 1 || day > daysInMonth(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return null;

  const offset = (offsetHour * 60 + offsetMinute) * 60_000 * (match[9] === "-" ? -1 : 1);
  return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds) - offset;
}

/**
 * Reads a calendar day.
 *
 * @param text `YYYY-MM-DD`
 * @returns epoch milliseconds of its first instant in UTC; null when it is no day of the calendar
 */
export function readIsoDay(text: string): number | null {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? readIsoTime(`${text}T00:00`) : null;
}

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysInMonth(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (MONTH_LENGTHS[month - 1] ?? 0);
}
