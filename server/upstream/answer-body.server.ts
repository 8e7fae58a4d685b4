import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Dispatcher } from "undici";
import { invalidAnswer, tooLarge, UpstreamError } from "./upstream-error.server";

const unzip = promisify(gunzip);

/**
 * Most bytes of one call's answer, as sent and after decompression: charts, totals and forms are a few KB, a trip some
 * hundred bytes.
 *
 * @param rows the number of requested trips; 0 for any other call
 */
export function mostBytes(rows = 0): number {
  return (256 + 8 * rows) * 1024;
}

/**
 * Reads one JSON answer, plain or as gzip. A byte order mark is skipped; integers of more than 15 digits, which
 * JavaScript would round, are returned as strings.
 *
 * @returns the parsed JSON; undefined for an empty body, and for a failure (status 300 and above) that is not JSON
 * @throws UpstreamError `too-large` beyond the bound, `invalid` when a success is no JSON; else the connection's error
 */
export async function readAnswerBody(
  { body, headers, statusCode }: Pick<Dispatcher.ResponseData, "body" | "headers" | "statusCode">,
  most: number,
): Promise<unknown> {
  const isGzip = /gzip/i.test(String(headers["content-encoding"]).slice(0, 100));
  try {
    const sent = await bytesOf(body, most);
    return parseJson(isGzip ? await unpacked(sent, most) : sent);
  } catch (error) {
    // The body of a failure may be a proxy's HTML page of any size. The status is sufficient.
    if (statusCode >= 300 && error instanceof UpstreamError) return undefined;
    throw error;
  }
}

/** Reads a body. Leaving the loop early closes the connection, so that memory never holds more than the bound. */
async function bytesOf(body: AsyncIterable<Buffer>, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function unpacked(bytes: Buffer, most: number): Promise<Buffer> {
  try {
    return await unzip(bytes, { maxOutputLength: most });
  } catch (error) {
    throw error instanceof RangeError ? tooLarge() : invalidAnswer(error);
  }
}

/** A string, or an integer of 16 digits and more. A string that does not end matches too: the work stays linear. */
const STRING_OR_LONG_INTEGER = /"[^"\\]*(?:\\[^][^"\\]*)*"?|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** @throws UpstreamError `invalid` */
function parseJson(bytes: Buffer): unknown {
  const text = new TextDecoder().decode(bytes);
  if (text === "") return undefined;
  const quoted = (found: string) => (found.startsWith('"') ? found : `"${found}"`);
  try {
    return JSON.parse(/\d{16}/.test(text) ? text.replace(STRING_OR_LONG_INTEGER, quoted) : text);
  } catch (error) {
    throw invalidAnswer(error);
  }
}
