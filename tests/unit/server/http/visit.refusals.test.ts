import type { IncomingHttpHeaders } from "node:http";
import { PassThrough } from "node:stream";
import { expect, it, vi } from "vitest";
import { isCrossOrigin, isForeignRead, limitBody } from "server/http/visit.server";

const SITE = "https://pulse.example.com";

function judge(headers: IncomingHttpHeaders): "ours" | "foreign" {
  return isCrossOrigin({ host: "app:3000", ...headers }, SITE) ? "foreign" : "ours";
}

it.each<[IncomingHttpHeaders, "ours" | "foreign"]>([
  [{ "sec-fetch-site": "same-origin" }, "ours"],
  [{ "sec-fetch-site": "none" }, "ours"],
  [{ "sec-fetch-site": "same-site" }, "foreign"],
  [{ "sec-fetch-site": "cross-site", origin: SITE }, "foreign"],
  [{ "sec-fetch-site": "" }, "foreign"],
  [{ origin: SITE }, "ours"],
  [{ origin: "http://APP:3000", host: "App:3000" }, "ours"],
  [{ origin: "http://evil-app:3000" }, "foreign"],
  [{ origin: "http://pulse.example.com" }, "foreign"],
  [{ origin: "https://pulse.example.com.evil.test" }, "foreign"],
  [{ origin: "null" }, "foreign"],
  [{ origin: "https://evil.test", referer: `${SITE}/contactus` }, "foreign"],
  [{ referer: `${SITE}/contactus` }, "ours"],
  [{ referer: "https://evil.test/" }, "foreign"],
  [{ referer: "" }, "foreign"],
  [{ origin: "http://app:3000", host: "" }, "foreign"],
  [{ origin: "https://other.test", host: "Other.test:443" }, "ours"],
  [{ origin: "http://other.test:80", host: "other.test" }, "ours"],
  [{ origin: "http://other.test", host: "other.test:443" }, "foreign"],
  [{}, "ours"],
])("the form guard judges %j as %s", (headers, verdict) => {
  expect(judge(headers)).toBe(verdict);
});

it.each([
  ["cross-site", "image", true],
  ["cross-site", "document", false],
  ["cross-site", undefined, false],
  ["same-site", "image", false],
  [undefined, "image", false],
])("a read from a %s page for %s is foreign: %s", (site, destination, foreign) => {
  const headers = { "sec-fetch-site": site, "sec-fetch-dest": destination };
  expect(isForeignRead(headers)).toBe(foreign);
});

/** Returns what a late reader gets of a limited body in pieces, and how often the limit was reported. */
async function readLimited(pieces: string[]) {
  const body = new PassThrough();
  const onExceeded = vi.fn();
  limitBody(body, onExceeded);
  for (const piece of pieces) body.write(piece);
  body.end();
  await new Promise(setImmediate);
  let text = "";
  let ended = false;
  body.on("data", (chunk: Buffer) => (text += chunk.toString()));
  body.on("end", () => (ended = true));
  body.resume();
  await new Promise(setImmediate);
  return { text, ended, exceeded: onExceeded.mock.calls.length };
}

it.each([
  ["x", true, 0],
  ["yy", false, 1],
])("a body that ends with %j reaches a late reader: %s", async (last, ended, exceeded) => {
  const text = "x".repeat(65_535) + last;
  const read = await readLimited([text.slice(0, 65_535), last, ...(ended ? [] : ["zz"])]);
  expect(read).toEqual({ text, ended, exceeded });
});
