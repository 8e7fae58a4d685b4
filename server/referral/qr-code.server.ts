import { encode } from "uqr";

/** A QR code (ISO/IEC 18004) as an SVG drawing. */
export interface QrCode {
  /** Width and height of the drawing, in modules, with the quiet zone. */
  size: number;
  /** The dark modules as path data. */
  path: string;
}

/** Modules of empty border that the standard asks for. */
const QUIET_ZONE = 4;

/** A code of 97 modules a side. Larger ones cannot be scanned from a screen. */
const LARGEST_VERSION = 20;

/** @returns null when the text is too long to be scanned from a screen */
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

/** One rectangle for each run of dark modules. */
function rowPath(row: readonly boolean[], y: number): string {
  const cells = row.map((dark) => (dark ? "#" : " ")).join("");
  return Array.from(cells.matchAll(/#+/g), ({ index, 0: run }) => {
    return `M${index} ${y}h${run.length}v1h-${run.length}z`;
  }).join("");
}
