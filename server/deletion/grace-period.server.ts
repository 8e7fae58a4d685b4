const DAY_MS = 24 * 60 * 60 * 1000;

/** Days between a deletion and the permanent erasure. */
export const GRACE_DAYS = 90;

/** When a deleted account is erased for good. Takes and returns milliseconds since 1970 (UTC). */
export function erasedAt(deletedAt: number): number {
  return deletedAt + GRACE_DAYS * DAY_MS;
}

/** Whole days left to bring an account back: rounded up, never below 0. */
export function daysRemaining(deletedAt: number, now: number): number {
  return Math.max(0, Math.ceil((erasedAt(deletedAt) - now) / DAY_MS));
}
