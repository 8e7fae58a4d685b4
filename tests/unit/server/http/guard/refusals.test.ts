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

function refusalResponse(...[refusal, words]: [Refusal, Parameters<typeof refuse>[3]?]) {
  const answer = { statusCode: 0, html: "", headers: {} as Record<string, string> };
  const response = {
    setHeader: (name: string, value: string) => void (answer.headers[name] = value),
    set statusCode(status: number) {
      answer.statusCode = status;
    },
    end: (html: string) => void (answer.html = html),
  };
  // Contains the members of a response that `refuse` uses.
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
])("%s has status %i, is in English, uncached and without scripts", (refusal, status, heading) => {
  expect(refusals).toContain(refusal);
  const { html, headers, statusCode } = refusalResponse(refusal);
  expect(statusCode).toBe(status);
  expect(html).toContain('<html lang="en">');
  expect(html).toContain(`<title>${heading} | Pulse &#38; Co</title>`);
  const words = html.replaceAll(/ style="[^"]*"/g, "");
  expect(words).toContain(`<h1>${heading}</h1>`);
  expect(words).toMatch(/<p>[A-Z][^<]{20,}\.<\/p>\n<p><a href="\/">Go Home<\/a><\/p>/);
  // The page may stand in place of the answer to Delete.
  expect(html).not.toMatch(/nothing was/i);
  expect(words).toContain("<p>Reference: 0123456789abcdef</p>");
  expect(headers).toEqual({
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    ...(status === 503 && { "Retry-After": "5" }),
  });
});

it("a refusal uses the visitor's language if it has translated texts, and escapes them", () => {
  const { headers, html } = refusalResponse("busy", {
    language: "ur",
    direction: "rtl",
    heading: "<b>Heading",
    text: "Text & more",
    back: { href: "/", name: "Home>" },
    reference: (id) => `<${id}>`,
  });
  expect(headers).toMatchObject({ "Content-Language": "ur", "Retry-After": "5" });
  expect(html).toContain('<html lang="ur" dir="rtl">');
  const texts = ["&#60;b&#62;Heading", "Text &#38; more", "Home&#62;", "&#60;0123456789abcdef"];
  for (const text of texts) expect(html).toContain(text);
  expect(html).not.toMatch(/<b>|Go Home|Too many people/);
});

it.each([
  [-5_000, "1"],
  [1_000, "1"],
  [1_001, "2"],
  [90_000, "90"],
])("a wait of %i ms gives a Retry-After of %s s", (ms, seconds) => {
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

it("the form guard rejects every other origin, whatever host is requested", () => {
  fc.assert(
    fc.property(fc.webUrl(), fc.domain(), (url, host) => {
      const { origin, host: ownHost } = new URL(url);
      fc.pre(ownHost !== host && origin !== SITE);
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
])("a read from a %s page for %s is foreign: %s", (site, destination, foreign) => {
  const headers = { "sec-fetch-site": site, "sec-fetch-dest": destination };
  expect(isForeign(headers, false, SITE)).toBe(foreign);
});

// The functions under test read only the headers and the stream of a request.
const request = (headers: Record<string, string> = {}) =>
  Object.assign(new PassThrough(), { headers }) as unknown as IncomingMessage & PassThrough;

it.each([
  [undefined, false],
  ["65536", false],
  ["65537", true],
  ["nonsense", false],
])("a body with the Content-Length %s is too large: %s", (length, tooMuch) => {
  const headers = length === undefined ? {} : { "content-length": length };
  expect(announcesTooMuch(request(headers))).toBe(tooMuch);
});

/** Returns what a late reader gets of a limited body in pieces, and how often the limit was reported. */
async function readLimited(pieces: string[]) {
  const body = request();
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

it("a body up to the limit reaches a late reader completely", async () => {
  const text = "x".repeat(65_536);
  expect(await readLimited(["xx", text.slice(2)])).toEqual({ text, ended: true, exceeded: 0 });
});

it("a longer body is cut after the piece that exceeds the limit, and the limit is reported once", async () => {
  const text = "x".repeat(65_535);
  const read = await readLimited([text, "yy", "zz"]);
  expect(read).toEqual({ text: `${text}yy`, ended: false, exceeded: 1 });
});
