import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import {
  announcesTooMuch,
  isForeign,
  limitBody,
  refusals,
  refuse,
  type Refusal,
} from "server/http/guard/refusals.server";
import { retryAfter } from "server/resilience/retry-after.server";

const context = { requestId: "0123456789abcdef", nonce: "bm9uY2U=", siteName: "Pulse & Co" };

function refused(...[refusal, words]: [Refusal, Parameters<typeof refuse>[3]?]) {
  const answer = { statusCode: 0, html: "", headers: {} as Record<string, string> };
  const response = {
    setHeader: (name: string, value: string) => void (answer.headers[name] = value),
    set statusCode(status: number) {
      answer.statusCode = status;
    },
    end: (html: string) => void (answer.html = html),
  };
  // Of a response these are used.
  refuse(response as unknown as ServerResponse, refusal, context, words);
  return answer;
}

it.each<[Refusal, number, string]>([
  ["bad-url", 400, "This address cannot be read"],
  ["too-long", 414, "This address is too long"],
  ["absent", 404, "There is nothing at this address"],
  ["foreign", 403, "This form was sent from another site"],
  ["method", 405, "This cannot be done here"],
  ["too-large", 413, "That is too much text"],
  ["busy", 503, "Too many people are here at once"],
  ["leaving", 503, "The site is being restarted"],
])("%s is %i, in English, kept by nobody and without scripts", (refusal, status, heading) => {
  expect(refusals).toContain(refusal);
  const { html, headers, statusCode } = refused(refusal);
  expect(statusCode).toBe(status);
  expect(html).toContain('<html lang="en">');
  expect(html).toContain(`<title>${heading} | Pulse &#38; Co</title>`);
  expect(html).toContain(`<h1>${heading}</h1>`);
  expect(html).toMatch(/<p>[A-Z][^<]{20,}\.<\/p>\n<p><a href="\/">Go Home<\/a><\/p>/);
  expect(html).toContain("<p>Reference: 0123456789abcdef</p>");
  expect(html).toContain('<style nonce="bm9uY2U=">');
  expect(headers).toEqual({
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Refusal": refusal,
    "Content-Security-Policy":
      "default-src 'none'; style-src 'nonce-bm9uY2U='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ...(status === 503 && { "Retry-After": "5" }),
  });
});

it("a refusal is in the visitor's language where there are words for it, without markup of theirs", () => {
  const { headers, html } = refused("busy", {
    language: "ur",
    direction: "rtl",
    heading: "<b>Heading",
    text: "Text & more",
    home: "Home>",
    reference: (id) => `<${id}>`,
  });
  expect(headers).toMatchObject({ "Content-Language": "ur", "Retry-After": "5" });
  expect(html).toContain('<html lang="ur" dir="rtl">');
  const written = ["&#60;b&#62;Heading", "Text &#38; more", "Home&#62;", "&#60;0123456789abcdef"];
  for (const text of written) expect(html).toContain(text);
  expect(html).not.toMatch(/<b>|Go Home|Too many people/);
});

it.each([
  [-5_000, "1"],
  [1_000, "1"],
  [1_001, "2"],
  [90_000, "90"],
])("a wait of %i ms is a Retry-After of %s s", (ms, seconds) => {
  const now = Date.UTC(2026, 0, 1);
  expect(retryAfter(now + ms, now)).toBe(seconds);
});

const SITE = "https://pulse.example.com";

function judge(headers: IncomingHttpHeaders): "ours" | "foreign" {
  return isForeign({ host: "app:3000", ...headers }, true, SITE) ? "foreign" : "ours";
}

it.each<[IncomingHttpHeaders, "ours" | "foreign"]>([
  [{ "sec-fetch-site": "same-origin" }, "ours"],
  [{ "sec-fetch-site": "none" }, "ours"],
  [{ "sec-fetch-site": "same-site" }, "foreign"],
  [{ "sec-fetch-site": "cross-site", origin: SITE }, "foreign"],
  [{ "sec-fetch-site": "" }, "foreign"],
  [{ origin: SITE }, "ours"],
  [{ origin: "http://APP:3000", host: "App:3000" }, "ours"],
  [{ origin: "http://app:3001" }, "foreign"],
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
  [{ origin: "https://other.test", host: "other.test:80" }, "foreign"],
  [{}, "ours"],
])("the form guard judges %j as %s", (headers, verdict) => {
  expect(judge(headers)).toBe(verdict);
});

it("the form guard lets no other origin through, with any host asked for", () => {
  fc.assert(
    fc.property(fc.webUrl(), fc.domain(), (url, host) => {
      const { origin, host: startedAt } = new URL(url);
      fc.pre(startedAt !== host && origin !== SITE);
      expect(judge({ origin, host })).toBe("foreign");
    }),
  );
});

it.each([
  ["cross-site", "image", true],
  ["cross-site", "iframe", true],
  ["cross-site", "empty", true],
  ["cross-site", "document", false],
  ["cross-site", undefined, false],
  ["same-site", "image", false],
  ["same-origin", "empty", false],
  [undefined, "image", false],
])("what a %s page loads as %s is foreign: %s", (site, destination, foreign) => {
  const headers = { "sec-fetch-site": site, "sec-fetch-dest": destination };
  expect(isForeign(headers, false, SITE)).toBe(foreign);
});

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
