export const DAY_MS = 24 * 60 * 60 * 1000;

/** The UTC day of a time in epoch milliseconds, as `YYYY-MM-DD`. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, "YYYY-MM-DD".length);
}

/** The days of a range, in order. Both ends are included. */
export function daysOf({ from, to }: { from: string; to: string }): string[] {
  const days = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dayOf(at));
  return days;
}

/** The day that is a number of days later, or earlier for negative `steps`. @param day `YYYY-MM-DD` */
export function neighbourDay(day: string, steps: number): string {
  return dayOf(Date.parse(day) + steps * DAY_MS);
}

/**
 * Whether a text is an existing day (31 February is not) written `YYYY-MM-DD`, from the year 1000 on, because a
 * date field has the values `0002`, `0020` and `0202` while a year is typed.
 */
export function isCalendarDay(text: string): boolean {
  if (text.length !== 10 || !/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
