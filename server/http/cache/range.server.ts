import type { IncomingHttpHeaders } from "node:http";

const CODING = /\b(?:gzip|br|deflate)\b|\*(?!\s*;\s*q=0)/i;

/**
 * Keeps ranges of a file apart from its compressed form, whose bytes are others (RFC 9110, sections 8.8.1
 * and 13.1.5). A part is always cut from the uncompressed file. When `If-Range` names what the client has by a weak tag
 * or a date, which both forms share, that may be the compressed form: then the whole is sent.
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

/** Ending of a path that names a file. `.data` is data of a page. */
const FILE = /\.(?!data$)[^./]+$/;

/**
 * Only files have parts. A request for a part of a page gets the whole (RFC 9110, section 14.2), so that a `Range`
 * header does not lead past the cache.
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
