/** What stands for a figure that is not known. */
export const DASH = "–";

const SUFFIXES = ["", "K", "M", "B", "T"] as const;

const grouped = new Intl.NumberFormat("en-US", {
  maximumFractionDigits: 3,
  signDisplay: "negative", // no minus before a zero
});
const groupedToThousandths = new Intl.NumberFormat("en-US", {
  signDisplay: "negative",
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
  return isKnown(value) ? abbreviate(value, grouped, 2) : DASH;
}

/**
 * A distance or beats for the screen: 3 decimals, grouped below a million (`612,480.317`),
 * abbreviated from a million on (`2.000M`).
 *
 * @param value kilometres or beats; null or not finite gives a dash
 */
export function formatMeasure(value: number | null): string {
  if (!isKnown(value)) return DASH;
  const thousandths = Math.round(Math.abs(value) * 1000);
  return thousandths < 1e9
    ? groupedToThousandths.format(value)
    : abbreviate(value, groupedToThousandths, 3);
}

/** The figure as it is, to the thousandth, for the accessible text; null or not finite gives `unknown`. */
export function formatExact(value: number | null): string {
  return isKnown(value) ? grouped.format(value) : "unknown";
}

/**
 * What the accessible text says in place of a shown figure that was shortened.
 *
 * @param shown the figure as {@link formatCount} or {@link formatMeasure} writes it
 * @returns the exact figure; null where the shown one says it already, or there is none
 */
export function exactBeside(shown: string, value: number | null): string | null {
  if (!isKnown(value)) return null;
  const exact = formatExact(value);
  const number = (text: string) => Number(text.replaceAll(",", ""));
  return number(shown) === number(exact) ? null : exact;
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

function abbreviate(value: number, format: Intl.NumberFormat, decimals: number): string {
  const precision = 10 ** decimals;
  const size = Math.abs(value);
  // Rounded before it is compared, so that 999.999K becomes 1M and never 1000K.
  const rounded = (unit: number) => Math.round((size * precision) / 1000 ** unit) / precision;
  const last = SUFFIXES.length - 1;
  let unit = 0;
  while (unit < last && rounded(unit) >= 1000) unit += 1;
  const figure = rounded(unit);
  return `${value < 0 && figure > 0 ? "-" : ""}${format.format(figure)}${SUFFIXES[unit]}`;
}
