import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { errors, type Dispatcher } from "undici";
import { errorCode, invalidAnswer, tooLarge, UpstreamError } from "./upstream-error.server";

const unzip = promisify(gunzip);

/** Most bytes of an answer, as sent and after decompression: up to 500 trips, of some hundred bytes each. */
export const MOST_BYTES = 4.25 * 1024 * 1024;

/**
 * Reads one JSON answer of a client that sets `maxResponseSize`, plain or as gzip. A byte order mark is skipped;
 * integers of more than 15 digits, which JavaScript would round, are returned as strings.
 *
 * @returns the parsed JSON; undefined for an empty body, and for a failure (status 300 and above) that is not JSON
 * @throws UpstreamError `too-large` beyond the bound, `invalid` when a success is no JSON; else the connection's error
 */
export async function readAnswerBody({
  body,
  headers,
  statusCode,
}: Dispatcher.ResponseData): Promise<unknown> {
  const isGzip = /gzip/i.test(String(headers["content-encoding"]).slice(0, 100));
  try {
    const sent = await body.bytes();
    return parseJson(isGzip ? await unzip(sent, { maxOutputLength: MOST_BYTES }) : sent);
  } catch (error) {
    const failure = failureOf(error);
    // The body of a failure may be a proxy's HTML page of any size. The status is sufficient.
    if (statusCode >= 300 && failure instanceof UpstreamError) return undefined;
    throw failure;
  }
}

function failureOf(error: unknown): unknown {
  const isTooLarge =
    error instanceof RangeError || error instanceof errors.ResponseExceededMaxSizeError;
  if (isTooLarge) return tooLarge();
  const isZlib = errorCode(error)?.startsWith("Z_");
  return isZlib || error instanceof SyntaxError ? invalidAnswer(error) : error;
}

/** A string, or an integer of 16 digits and more. A string that does not end matches too: the work stays linear. */
const STRING_OR_LONG_INTEGER = /"[^"\\]*(?:\\[^][^"\\]*)*"?|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** @throws SyntaxError */
function parseJson(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes);
  if (text === "") return undefined;
  const quoted = (found: string) => (found.startsWith('"') ? found : `"${found}"`);
  return JSON.parse(/\d{16}/.test(text) ? text.replace(STRING_OR_LONG_INTEGER, quoted) : text);
}
