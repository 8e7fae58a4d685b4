import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { expect, it, vi } from "vitest";
import { announcesTooMuch, limitBody } from "server/http/guard/body-limit.server";

// What is read of a request here is its headers and its stream alone.
const request = (headers: Record<string, string> = {}) =>
  Object.assign(new PassThrough(), { headers }) as unknown as IncomingMessage & PassThrough;

it.each([
  [undefined, false],
  ["65536", false],
  ["65537", true],
  ["nonsense", false],
])("a body that says it has %s bytes is too large: %s", (length, tooMuch) => {
  const headers = length === undefined ? {} : { "content-length": length };
  expect(announcesTooMuch(request(headers))).toBe(tooMuch);
});

/** What a reader that comes a moment later gets of a body in pieces, and whether it was told to be too large. */
async function readThrough(pieces: string[], limit?: number) {
  const body = request();
  const exceeded = vi.fn();
  limitBody(body, exceeded, limit);
  for (const piece of pieces) body.write(piece);
  body.end();
  await new Promise(setImmediate);
  let text = "";
  let ended = false;
  body.on("data", (chunk: Buffer) => (text += chunk.toString()));
  body.on("end", () => (ended = true));
  body.resume();
  await new Promise(setImmediate);
  return { text, ended, exceeded: exceeded.mock.calls.length };
}

it("a body up to the limit reaches a reader who comes late, whole", async () => {
  expect(await readThrough(["abc", "de"], 5)).toEqual({ text: "abcde", ended: true, exceeded: 0 });
  expect(await readThrough(["x".repeat(65_536)])).toMatchObject({ ended: true, exceeded: 0 });
});

it("a longer body is cut after the piece that passes the limit, and its refusal is called for once", async () => {
  const read = await readThrough(["abc", "def", "ghi", "jkl"], 5);
  expect(read).toEqual({ text: "abcdef", ended: false, exceeded: 1 });
  expect(await readThrough(["x".repeat(65_536), "y"])).toMatchObject({ ended: false, exceeded: 1 });
});
