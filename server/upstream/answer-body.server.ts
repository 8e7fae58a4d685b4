import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Dispatcher } from "undici";
import { nextTurn } from "../resilience/short-turns.server";
import { invalidAnswerError, tooLarge, UpstreamError } from "./upstream-error.server";

/** The bounds of an answer, checked before it is parsed. */
export interface AnswerBounds {
  /** Maximum size in bytes, both as sent and after decompression. */
  bytes: number;
  /** Maximum number of members of objects and elements of arrays. */
  values: number;
  /** Maximum nesting of objects and arrays. */
  depth: number;
}

/**
 * The bounds of one call's answer: charts, totals and forms are a few KB, a trip some hundred bytes in a dozen fields.
 *
 * @param rows the number of requested trips; 0 for any other call
 */
export function answerBounds(rows = 0): AnswerBounds {
  return { bytes: (256 + 8 * rows) * 1024, values: 20_000 + 100 * rows, depth: 32 };
}

/**
 * Reads one JSON answer. A byte order mark is skipped; integers of more than 15 digits, which JavaScript would round,
 * are returned as strings.
 *
 * @returns the parsed JSON; undefined for an empty body, and for a failure (status 300 and above) that is not JSON
 * @throws UpstreamError `too-large` beyond the bounds, `invalid` when a success is no JSON; else the connection's error
 */
export async function readAnswerBody(
  { body, headers, statusCode }: Pick<Dispatcher.ResponseData, "body" | "headers" | "statusCode">,
  bounds: AnswerBounds,
): Promise<unknown> {
  try {
    const raw = await bytesOf(body, bounds.bytes);
    return await parseAnswer(
      await decompress(raw, headers["content-encoding"], bounds.bytes),
      bounds,
    );
  } catch (error) {
    // The body of a failure may be a proxy's HTML page of any size. The status is sufficient.
    if (statusCode >= 300 && error instanceof UpstreamError) return undefined;
    throw error;
  }
}

/** Reads a body. Leaving the loop early closes the connection, so that memory never holds more than the bound. */
async function bytesOf(body: AsyncIterable<Buffer>, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > mostBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const unzip = promisify(gunzip);

/** Names that mean no content coding. Names are case-insensitive (RFC 9110, section 8.4.1). */
const NO_CODING = new Set(["", "identity", "none"]);
const GZIP = new Set(["gzip", "x-gzip"]);

async function decompress(
  bytes: Buffer,
  encoding: string | string[] | undefined,
  mostBytes: number,
): Promise<Buffer> {
  const names = String(encoding ?? "")
    .slice(0, 100)
    .split(",")
    .map((name) => name.trim().toLowerCase());
  const codings = names.filter((name) => !NO_CODING.has(name));
  if (codings.length === 0) return bytes;
  if (codings.length > 1 || !GZIP.has(codings[0] ?? "")) throw invalidAnswerError();
  try {
    return await unzip(bytes, { maxOutputLength: mostBytes });
  } catch (error) {
    throw error instanceof RangeError ? tooLarge() : invalidAnswerError(error);
  }
}

/** Longer answers wait for a turn before they are scanned, and again before they are parsed. */
const LONG_BYTES = 16 * 1024;

const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

/**
 * Parses JSON. One pass over the bytes first counts the values, so that a small text never becomes a large object tree.
 *
 * @throws UpstreamError `too-large` or `invalid`
 */
async function parseAnswer(bytes: Buffer, bounds: Omit<AnswerBounds, "bytes">): Promise<unknown> {
  const json = bytes.indexOf(BYTE_ORDER_MARK) === 0 ? bytes.subarray(3) : bytes;
  if (json.length === 0) return undefined;
  const isLong = json.length > LONG_BYTES;
  if (isLong) await nextTurn();
  const integers = findLongIntegers(json, bounds);
  if (isLong) await nextTurn();
  const text = withLongIntegersQuoted(json, integers);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidAnswerError(error);
  }
}

const codeOf = (character: string) => character.charCodeAt(0);
const QUOTE = codeOf('"');
const BACKSLASH = codeOf("\\");
const COMMA = codeOf(",");
const PLUS = codeOf("+");
const MINUS = codeOf("-");
const POINT = codeOf(".");
const ZERO = codeOf("0");
const NINE = codeOf("9");
/** `[` and `{`, `]` and `}`, `E` and `e` differ only in this bit. */
const BIT = 0x20;
const OPENING = codeOf("{");
const CLOSING = codeOf("}");
const EXPONENT = codeOf("e");

/** JavaScript numbers represent every integer of up to this many digits exactly. */
const EXACT_DIGITS = 15;

/** Start and end offset of a number in the text. */
type Span = [start: number, end: number];

/**
 * Finds long integers in one pass over the bytes. It does not validate the JSON: `JSON.parse` does that afterwards.
 *
 * @throws UpstreamError `too-large`
 */
function findLongIntegers(json: Buffer, { values, depth }: Omit<AnswerBounds, "bytes">): Span[] {
  const spans: Span[] = [];
  let valuesLeft = values;
  let depthLeft = depth;
  for (let at = 0; at < json.length; at += 1) {
    const byte = byteAt(json, at);
    if (byte === QUOTE) {
      at = endOfString(json, at);
    } else if (byte === COMMA) {
      if (--valuesLeft < 0) throw tooLarge();
    } else if ((byte | BIT) === OPENING) {
      if (--valuesLeft < 0 || --depthLeft < 0) throw tooLarge();
    } else if ((byte | BIT) === CLOSING) {
      depthLeft += 1;
    } else if (isDigit(byte)) {
      const end = endOf(isDigit, json, at);
      const whole = endOf(isPartOfNumber, json, end);
      if (whole === end && end - at > EXACT_DIGITS) {
        spans.push([at > 0 && json[at - 1] === MINUS ? at - 1 : at, end]);
      }
      at = whole - 1;
    }
  }
  return spans;
}

function endOfString(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}

function endOf(matches: (byte: number) => boolean, json: Buffer, start: number): number {
  let at = start;
  while (at < json.length && matches(byteAt(json, at))) at += 1;
  return at;
}

function byteAt(json: Buffer, at: number): number {
  // All callers pass an index below the length.
  return json[at] as number;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

/** Whether a byte may be part of a number, including its fraction and exponent. */
function isPartOfNumber(byte: number): boolean {
  return (
    isDigit(byte) || byte === POINT || byte === PLUS || byte === MINUS || (byte | BIT) === EXPONENT
  );
}

function withLongIntegersQuoted(json: Buffer, integers: readonly Span[]): string {
  if (integers.length === 0) return json.toString();
  let text = "";
  let from = 0;
  for (const [start, end] of integers) {
    text += `${json.toString("utf8", from, start)}"${json.toString("latin1", start, end)}"`;
    from = end;
  }
  return text + json.toString("utf8", from);
}
