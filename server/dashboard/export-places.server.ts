import type { SlotLimit } from "../limits/concurrency-limits.server";

/** Status and sentence when no place is free. Exports and reports that are being read share the places. */
export const exportRefusals = {
  "client-full": {
    status: 429,
    text: "Two exports or reports are already being read from your network.",
  },
  "all-full": {
    status: 503,
    text: "As many exports and reports are being read as can be at once.",
  },
} as const satisfies Record<SlotLimit, { status: number; text: string }>;

const MINUTE_MS = 60_000;

/**
 * When a place may be free: in 15 seconds, rounded up to a full minute, so that a reload gives the same answer.
 *
 * @returns epoch milliseconds
 */
export function placeFreeAt(): number {
  return Math.ceil((Date.now() + MINUTE_MS / 4) / MINUTE_MS) * MINUTE_MS;
}
