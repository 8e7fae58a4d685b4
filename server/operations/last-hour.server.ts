const MINUTE_MS = 60_000;
const MINUTES = 60;

/** What was counted in each minute of the last hour. */
export interface LastHour<T> {
  /** The count of the minute under way. */
  now(): T;
  /** The counts of the last 60 minutes in which there were any, the oldest first. */
  all(): T[];
}

/**
 * @param create begins the count of a minute
 * @param elapsed monotonic milliseconds
 */
export function createLastHour<T>(create: () => T, elapsed = () => performance.now()): LastHour<T> {
  const minutes = new Map<number, T>();

  function thisMinute(): number {
    const minute = Math.floor(elapsed() / MINUTE_MS);
    for (const old of minutes.keys()) if (old <= minute - MINUTES) minutes.delete(old);
    return minute;
  }

  return {
    now() {
      const minute = thisMinute();
      const count = minutes.get(minute) ?? create();
      minutes.set(minute, count);
      return count;
    },
    all() {
      thisMinute();
      return [...minutes.values()];
    },
  };
}
