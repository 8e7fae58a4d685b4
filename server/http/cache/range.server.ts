import type { IncomingHttpHeaders } from "node:http";

const CODING = /\b(?:gzip|br|deflate)\b|\*(?!\s*;\s*q=0)/i;

/**
 * Keeps ranges of a file apart from its compressed form, whose bytes are others (RFC 9110, sections 8.8.1
 * and 13.1.5). A part is always one of the file as it is. What the sender has already may have been
 * compressed when a weak tag or a date names it, for both forms share those: then the whole is sent.
 *
 * @param headers of the request; changed in place
 */
export function separateRange(headers: IncomingHttpHeaders): void {
  if (headers.range === undefined) return;
  const condition = headers["if-range"]?.toString();
  if (condition !== undefined && mayNameBoth(condition, headers["accept-encoding"])) {
    delete headers.range;
  } else {
    headers["accept-encoding"] = "identity";
  }
}

/** Of a name that is one of a file. Data of pages are none. */
const FILE = /\.(?!data$)[^./]+$/;

/**
 * Only files have parts. Who asks for a part of anything else gets the whole (RFC 9110, section 14.2), from a cache like
 * everybody.
 *
 * @param headers of the request; changed in place
 * @param path without query string
 */
export function dropRangeOfPage(headers: IncomingHttpHeaders, path: string): void {
  if (headers.range !== undefined && !FILE.test(path)) delete headers.range;
}

function mayNameBoth(condition: string, codings: string | string[] | undefined): boolean {
  if (condition.startsWith('"')) return false;
  return condition.startsWith("W/") || CODING.test(codings?.toString() ?? "");
}
