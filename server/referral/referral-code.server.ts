/** A referral code. It may contain any bytes and is only treated as data. */
export interface ReferralCode {
  /** The text to show: control characters as Unicode control pictures, invalid UTF-8 as replacement characters. */
  shown: string;
  /** The text to copy. */
  text: string;
  /** The code percent-encoded byte for byte, for use in any part of a URL (RFC 3986, section 2.1). */
  encoded: string;
}

/** Maximum path length. Longer than any real path (2 KB) after percent-encoding, unless it is mostly raw bytes. */
const LONGEST_PATH = 8 * 1024;

const PREFIX = /^\/ref\//i;

/**
 * Reads the code from a page's path. The router's parameters cannot be used, because they are decoded twice.
 *
 * @param pathname still percent-encoded
 * @returns null when there is no code, or it is too long to be one
 */
export function readReferralCode(pathname: string): ReferralCode | null {
  if (pathname.length > LONGEST_PATH || !PREFIX.test(pathname)) return null;
  const raw = pathname.replace(PREFIX, "").replace(/\/$/, "");
  if (raw === "") return null;
  const bytes = percentDecode(raw);
  const text = bytes.toString("utf8");
  return { shown: makeVisible(text), text, encoded: percentEncode(bytes) };
}

/** Decodes a text to bytes. A percent sign without two hexadecimal digits is kept. */
function percentDecode(raw: string): Buffer {
  const bytes = raw.replace(/%[\da-f]{2}/gi, (escape) =>
    String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
  );
  return Buffer.from(bytes, "latin1");
}

function percentEncode(bytes: Buffer): string {
  return bytes.toString("latin1").replace(/[^\w.~-]/g, (byte) => {
    return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
  });
}

/** Replaces control characters and bidirectional controls, which would reorder nearby text. Emoji joiners stay. */
function makeVisible(text: string): string {
  return text
    .replace(/[\0-\x1f]/g, (control) => String.fromCharCode(0x2400 + control.charCodeAt(0)))
    .replace(/[\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}
