import { encode } from "uqr";

/** A QR code (ISO/IEC 18004) as an SVG drawing. */
export interface QrCode {
  /** Width and height of the drawing in modules, including the quiet zone. */
  size: number;
  /** The dark modules as path data. */
  path: string;
}

/** Width of the empty border that the standard requires, in modules. */
const QUIET_ZONE = 4;

/** Largest version of a code: 97 modules a side. Larger codes cannot be scanned from a screen. */
const LARGEST_VERSION = 20;

/** Encodes a text. @returns null when the text is too long to be scanned from a screen */
export function qrCode(text: string): QrCode | null {
  try {
    const { size, data } = encode(text, {
      ecc: "M",
      border: QUIET_ZONE,
      maxVersion: LARGEST_VERSION,
    });
    return { size, path: data.map(rowPath).join("") };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Path data of a row, with one rectangle for each run of dark modules. */
function rowPath(row: readonly boolean[], y: number): string {
  const cells = row.map((dark) => (dark ? "#" : " ")).join("");
  return Array.from(cells.matchAll(/#+/g), ({ index, 0: run }) => {
    return `M${index} ${y}h${run.length}v1h-${run.length}z`;
  }).join("");
}
