import type { SlotLimit } from "server/limits/concurrency-limits.server";

/** Why a report cannot be read now: reports are read in the places of exports. */
export const refusals = {
  "client-full": {
    status: 429,
    text: "Two exports or reports are already being read from your network.",
  },
  "all-full": {
    status: 503,
    text: "As many exports and reports are being read as can be at once.",
  },
} as const satisfies Record<SlotLimit, { status: number; text: string }>;
