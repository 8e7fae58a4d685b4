/** What stands for a figure that is not known. */
export const DASH = "–";

const SUFFIXES = ["", "K", "M", "B", "T"] as const;

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 });
const groupedToThousandths = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
});

/**
 * A count for the screen: from a thousand on abbreviated with K, M, B, T and at most 2 decimals
 * (`48.21K`); a value that rounds up to the next unit takes it (`999,995` is `1M`).
 *
 * @param value any number; null or not finite gives a dash
 */
export function formatCount(value: number | null): string {
  return isKnown(value) ? abbreviate(value, 2) : DASH;
}

/**
 * A distance or beats for the screen: 3 decimals, grouped below a million (`612,480.317`),
 * abbreviated from a million on with at most 3 decimals (`45.267M`).
 *
 * @param value kilometres or beats; null or not finite gives a dash
 */
export function formatMeasure(value: number | null): string {
  if (!isKnown(value)) return DASH;
  const thousandths = Math.round(Math.abs(value) * 1000);
  return thousandths < 1e9 ? groupedToThousandths.format(value) : abbreviate(value, 3);
}

/** The figure as it is, to the thousandth, for the accessible text; null or not finite gives `unknown`. */
export function formatExact(value: number | null): string {
  return isKnown(value) ? grouped.format(value) : "unknown";
}

/**
 * A signed percentage with 2 decimals (`+12.46%`).
 *
 * @param percent percent points; null or not finite gives null: nothing is shown
 */
export function formatGrowth(percent: number | null): string | null {
  if (!isKnown(percent)) return null;
  const rounded = Math.round(percent * 100) / 100;
  return `${rounded < 0 ? "-" : "+"}${Math.abs(rounded).toFixed(2)}%`;
}

function isKnown(value: number | null): value is number {
  return value !== null && Number.isFinite(value);
}

function abbreviate(value: number, decimals: number): string {
  const precision = 10 ** decimals;
  const size = Math.abs(value);
  // Rounded before it is compared, so that 999.999K becomes 1M and never 1000K.
  const rounded = (unit: number) => Math.round((size * precision) / 1000 ** unit) / precision;
  const last = SUFFIXES.length - 1;
  let unit = 0;
  while (unit < last && rounded(unit) >= 1000) unit += 1;
  const figure = rounded(unit);
  return `${value < 0 && figure > 0 ? "-" : ""}${grouped.format(figure)}${SUFFIXES[unit]}`;
}
