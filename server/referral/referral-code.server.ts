/** A referral code: any bytes, never more than data. */
export interface ReferralCode {
  /** The text to show: control characters as their pictures, bytes that are no UTF-8 as replacement characters. */
  shown: string;
  /** The text to copy. */
  text: string;
  /** Percent-encoded byte for byte, so that it fits into any part of a URL (RFC 3986, section 2.1). */
  encoded: string;
}

/** Longer than any path that arrives (2 KB), also after percent-encoding, unless it is mostly raw bytes. */
const LONGEST_PATH = 8 * 1024;

const PREFIX = /^\/ref\//i;
const UNRESERVED = /[\w.~-]/;

/**
 * Reads the code from a page's path. The router's own parameters are no help: they are decoded twice.
 *
 * @param pathname still percent-encoded
 * @returns null when there is no code, or it is too long to be one
 */
export function readReferralCode(pathname: string): ReferralCode | null {
  if (pathname.length > LONGEST_PATH || !PREFIX.test(pathname)) return null;
  const raw = pathname.replace(PREFIX, "").replace(/\/$/, "");
  if (raw === "") return null;
  const bytes = percentDecoded(raw);
  const text = bytes.toString("utf8");
  return { shown: visible(text), text, encoded: percentEncoded(bytes) };
}

/** A percent sign without two digits stands for itself. */
function percentDecoded(raw: string): Buffer {
  const parts = raw.split(/(%[\da-f]{2})/i);
  return Buffer.concat(
    parts.map((part, index) =>
      index % 2 === 1 ? Buffer.from(part.slice(1), "hex") : Buffer.from(part),
    ),
  );
}

function percentEncoded(bytes: Buffer): string {
  return Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return UNRESERVED.test(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}

/** Bidirectional controls would turn the text around them; the joiners of emoji stay. */
function visible(text: string): string {
  return text
    .replace(/[\0-\x1f]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)))
    .replace(/[\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}
