import type { SlotLimit } from "server/limits/concurrency-limits.server";

/** Status and text when no slot is free to read a report. Reports and exports share the slots. */
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

/** Says why there are no sums. The count ignores the filters: the trips were counted, not read. */
export function tooManyText(
  { q, country }: { q?: string | undefined; country?: string | undefined },
  trips: number,
): string {
  const of = q === undefined && country === undefined ? "" : " of all wallets and countries";
  const count = trips.toLocaleString("en-US");
  return `These days have ${count} trips${of}. Sums are made of up to 50,000 trips: choose fewer days.`;
}
