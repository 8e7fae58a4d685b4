/** Displayed in place of an unknown figure. */
export const DASH = "–";

const SUFFIXES = ["", "K", "M", "B", "T"] as const;

/** Figures of at least this size are formatted by `Intl`, which keeps all digits. */
const LARGE = 1e12;

/**
 * Formats a number in groups of three digits with at most three decimals (`612,480.317`), as `Intl` does for `en-US`.
 * It avoids `Intl`, because the first use of `Intl` takes a browser 30 ms, which would delay hydration.
 *
 * @param least minimum number of decimals
 */
export function grouped(value: number, least = 0): string {
  const size = Math.abs(value);
  if (size >= LARGE) return value.toLocaleString("en-US", { minimumFractionDigits: least });
  // Rounds the decimal notation, not the binary value: 1.0005 gives 1.001, though its binary value is slightly less.
  const rounded = size < 0.0001 ? 0 : Math.round(Number(`${size}e3`)) / 1000;
  const [whole = "", decimals = ""] = String(rounded).split(".");
  const sign = value < 0 && rounded > 0 ? "-" : "";
  const fraction = decimals.padEnd(least, "0");
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ",") + (fraction && `.${fraction}`);
}

/**
 * A count for display: from a thousand on abbreviated with K, M, B, T and at most 2 decimals (`48.21K`).
 * A value that rounds up to the next unit uses that unit (`999,995` is `1M`).
 *
 * @param value any number; null or not finite gives a dash
 */
export function formatCount(value: number | null): string {
  return isKnown(value) ? abbreviate(value, 2) : DASH;
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
  return thousandths < 1e9 ? grouped(value, 3) : abbreviate(value, 3, 3);
}

/** The unabbreviated figure with up to 3 decimals, for the accessible text; null or not finite gives `unknown`. */
export function formatExact(value: number | null): string {
  return isKnown(value) ? grouped(value) : "unknown";
}

/**
 * The accessible text of a figure that is abbreviated on the screen.
 *
 * @param displayed the figure as {@link formatCount} or {@link formatMeasure} writes it
 * @returns the exact figure; null if `displayed` is exact already, or if the value is null or not finite
 */
export function exactTextIfAbbreviated(displayed: string, value: number | null): string | null {
  if (!isKnown(value)) return null;
  const exact = formatExact(value);
  const number = (text: string) => Number(text.replaceAll(",", ""));
  return number(displayed) === number(exact) ? null : exact;
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

/** @param least minimum number of decimals */
function abbreviate(value: number, decimals: number, least = 0): string {
  const precision = 10 ** decimals;
  const size = Math.abs(value);
  // The value is rounded before the unit is chosen, so that 999.999K becomes 1M and never 1000K.
  const rounded = (unit: number) => Math.round((size * precision) / 1000 ** unit) / precision;
  const last = SUFFIXES.length - 1;
  let unit = 0;
  while (unit < last && rounded(unit) >= 1000) unit += 1;
  const figure = rounded(unit);
  return `${value < 0 && figure > 0 ? "-" : ""}${grouped(figure, least)}${SUFFIXES[unit]}`;
}
