import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { refusals, refuse, type Refusal } from "server/http/guard/refusals.server";
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
