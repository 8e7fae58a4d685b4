import { gzipSync } from "node:zlib";
import { expect, it, vi } from "vitest";
import {
  LONGEST_COOL_DOWN_MS,
  readAnswerBody,
  readRetryAfter,
  wordsIn,
} from "server/upstream/answer.server";

interface ReadOptions {
  encoding?: string;
  status?: number;
}

function read(body: Buffer | string, { encoding, status = 200 }: ReadOptions = {}) {
  const answer = {
    statusCode: status,
    headers: { "content-encoding": encoding },
    body: { bytes: () => Promise.resolve(Buffer.from(body)) },
  };
  // `readAnswerBody` does nothing else with the body.
  return readAnswerBody(answer as unknown as Parameters<typeof readAnswerBody>[0]);
}

const GZIP = "gzip";
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

it.each<[string, Buffer, ReadOptions]>([
  ["4 million nested arrays, packed", gzipSync(nested(4_000_000)), { encoding: GZIP }],
  ["9 MB of white space, packed", gzipSync(`${" ".repeat(9e6)}{}`), { encoding: GZIP }],
])("an oversized body is refused before it is parsed: %s", async (_, body, options) => {
  const parse = vi.spyOn(JSON, "parse");
  await expect(read(body, options)).rejects.toMatchObject({ kind: "too-large" });
  expect(parse).not.toHaveBeenCalled();
  await expect(read(body, { ...options, status: 503 })).resolves.toBeUndefined();
});

it.each([undefined, "", "identity", "None", "IDENTITY", "GZIP", "x-gzip", "gzip, identity"])(
  "an answer is read with the Content-Encoding %s",
  async (encoding) => {
    const plain = Buffer.from('\uFEFF{"a":"ü"}');
    const packed = encoding !== undefined && /gzip/i.test(encoding);
    const sent = packed ? gzipSync(plain) : plain;
    expect(await read(sent, encoding === undefined ? {} : { encoding })).toEqual({ a: "ü" });
  },
);

it.each([
  ["br", "\u000b\u0001\u0080{}\u0003"],
  ["gzip, gzip", "{}"],
  ["gzip", "{}"],
  ["identity", "{"],
])("a body with the encoding %s that contains no JSON is invalid: %s", async (encoding, body) => {
  await expect(read(body, { encoding })).rejects.toMatchObject({ kind: "invalid" });
  expect(await read(body, { encoding, status: 404 })).toBeUndefined();
});

it("integers that would be rounded are read as texts with all digits, and other values unchanged", async () => {
  const json = String.raw`{"id":9007199254740993,"n":[-9007199254740993 ,12345678901234567890],
    "exact":123456789012345,"float":0.1234567890123456789,"power":1e0000000000000000002,
    "12345678901234567890":"\\\"12345678901234567890","x":1.5E-0000000000000000003}`;
  expect(await read(json)).toEqual({
    id: "9007199254740993",
    n: ["-9007199254740993", "12345678901234567890"],
    exact: 123_456_789_012_345,
    float: 0.123_456_789_012_345_68,
    power: 100,
    "12345678901234567890": String.raw`\"12345678901234567890`,
    x: 0.0015,
  });
  expect(await read("")).toBeUndefined();
});

it.each([
  '{"a":9007199254740993}',
  "[9007199254740993]",
  "[1, 9007199254740993]",
  "[-9007199254740993]",
])("also where it is the only one: %s", async (json) =>
  expect(JSON.stringify(await read(json))).toMatch(/"-?9007199254740993"/),
);

const NOW = Date.UTC(2026, 0, 1);

it.each([
  [429, "30", 30_000],
  [429, "86400", LONGEST_COOL_DOWN_MS],
  [429, new Date(NOW + 90_000).toUTCString(), 90_000],
  [429, new Date(NOW - 90_000).toUTCString(), undefined],
  [429, "0", undefined],
  [429, "-5", undefined],
  [429, "soon", undefined],
  [429, undefined, undefined],
  [503, "30", 30_000],
  [200, "30", undefined],
])("the wait after status %s with Retry-After %s", (status, header, ms) => {
  expect(readRetryAfter(status, header, NOW)).toBe(ms);
});

it.each([
  [{ success: false, error: "fleet unknown" }, "fleet unknown"],
  [{ error: { message: "fleet\nunknown" } }, "fleet unknown"],
  [{ message: "", error: "second" }, "second"],
  [{ message: "done", data: { message: "in the envelope" } }, "in the envelope"],
  [{ error: { code: 7 } }, null],
  ["text", null],
  [[], null],
])("the words in the body %j are %j", (body, words) => expect(wordsIn(body)).toBe(words));
