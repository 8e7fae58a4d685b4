/** Displayed in place of an unknown figure. */
export const DASH = "–";

/** At most three decimals, in groups of three digits. A figure that rounds to zero has no sign. */
const EXACT = { maximumFractionDigits: 3, signDisplay: "negative" } as const;
const MEASURE = { ...EXACT, minimumFractionDigits: 3 };
/** Abbreviated with K, M, B or T. A value that rounds up to the next unit uses that unit (`999,995` is `1M`). */
const SHORT = { ...EXACT, notation: "compact", useGrouping: true } as const;

const exact = new Intl.NumberFormat("en-US", EXACT);
const count = new Intl.NumberFormat("en-US", { ...SHORT, maximumFractionDigits: 2 });
const measure = new Intl.NumberFormat("en-US", MEASURE);
const shortMeasure = new Intl.NumberFormat("en-US", { ...SHORT, ...MEASURE });

/** A number in groups of three digits with at most three decimals (`612,480.317`). */
export function grouped(value: number): string {
  return exact.format(value);
}

/** `1 trip`, `2,000 trips`. */
export const counted = (count: number, noun: string) =>
  `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;

/**
 * A count for display: from a thousand on abbreviated with at most 2 decimals (`48.21K`).
 *
 * @param value any number; null or not finite gives a dash
 */
export function formatCount(value: number | null): string {
  return isKnown(value) ? count.format(value) : DASH;
}

/**
 * A distance or beats for display: 3 decimals, grouped below a million (`612,480.317`),
 * abbreviated from a million on (`2.000M`).
 *
 * @param value kilometres or beats; null or not finite gives a dash
 */
export function formatMeasure(value: number | null): string {
  if (!isKnown(value)) return DASH;
  const thousandths = Math.round(Math.abs(value) * 1000);
  return (thousandths < 1e9 ? measure : shortMeasure).format(value);
}

/** The unabbreviated figure with up to 3 decimals, for the accessible text; null or not finite gives `unknown`. */
export function formatExact(value: number | null): string {
  return isKnown(value) ? grouped(value) : "unknown";
}

/**
 * A signed percentage with 2 decimals (`+12.46%`).
 *
 * @param percent percent points; null or not finite gives null, and nothing is displayed
 */
export function formatGrowth(percent: number | null): string | null {
  if (!isKnown(percent)) return null;
  const rounded = Math.round(percent * 100) / 100;
  return `${rounded < 0 ? "-" : "+"}${Math.abs(rounded).toFixed(2)}%`;
}

function isKnown(value: number | null): value is number {
  return value !== null && Number.isFinite(value);
}
