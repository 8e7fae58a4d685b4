import { createServer, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { refusals, refuse, type Refusal } from "server/http/refusal/refusal-page.server";
import { retryAfter } from "server/http/refusal/retry-after.server";

const context = { requestId: "0123456789abcdef", nonce: "bm9uY2U=", siteName: "Pulse & Co" };

let answer: (response: ServerResponse) => void;
const server = createServer((_, response) => answer(response));
beforeAll(() => once(server.listen(0), "listening"));
afterAll(() => server.close());

async function refused(...how: [Refusal, Parameters<typeof refuse>[3]?]) {
  const [refusal, words] = how;
  answer = (response) => refuse(response, refusal, context, words);
  const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
  const response = await fetch(`http://127.0.0.1:${port}/`);
  const { status, headers } = response;
  return { status, headers, html: await response.text() };
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
])("%s is %i, in English where there are no other words", async (refusal, status, heading) => {
  const { html, headers, ...answer } = await refused(refusal);
  expect(answer.status).toBe(status);
  expect(html).toContain('<html lang="en">');
  expect(html).toContain(`<title>${heading} | Pulse &#38; Co</title>`);
  expect(html).toContain(`<h1>${heading}</h1>`);
  expect(html).toMatch(/<p>[A-Z][^<]{20,}\.<\/p>\n<p><a href="\/">Go Home<\/a><\/p>/);
  expect(html).toContain("<p>Reference: 0123456789abcdef</p>");
  expect(headers.get("Retry-After")).toBe(status === 503 ? "5" : null);
  expect(headers.get("Content-Language")).toBeNull();
});

it("every reason is one of these", () => {
  expect(refusals).toHaveLength(8);
});

it("a refusal is kept by nobody, and runs nothing", async () => {
  const { headers, html } = await refused("foreign");
  expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(headers.get("Content-Security-Policy")).toBe(
    "default-src 'none'; style-src 'nonce-bm9uY2U='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(html).toContain('<style nonce="bm9uY2U=">');
});

it("a refusal is in the visitor's language where there are words for it, and holds no markup of theirs", async () => {
  const { headers, html } = await refused("busy", {
    language: "ur",
    direction: "rtl",
    heading: "<b>Heading",
    text: "Text & more",
    home: "Home>",
    reference: (id) => `<${id}>`,
  });
  expect(headers.get("Content-Language")).toBe("ur");
  expect(headers.get("Retry-After")).toBe("5");
  expect(html).toContain('<html lang="ur" dir="rtl">');
  for (const text of [
    "&#60;b&#62;Heading",
    "Text &#38; more",
    "Home&#62;",
    "&#60;0123456789abcdef&#62;",
  ])
    expect(html).toContain(text);
  expect(html).not.toMatch(/<b>|Go Home|Too many people/);
});

it.each([
  [-5_000, "1"],
  [0, "1"],
  [1, "1"],
  [1_000, "1"],
  [1_001, "2"],
  [90_000, "90"],
])("who may come again in %i ms is told to in %s s", (ms, seconds) => {
  const now = Date.UTC(2026, 0, 1);
  expect(retryAfter(now + ms, now)).toBe(seconds);
});
