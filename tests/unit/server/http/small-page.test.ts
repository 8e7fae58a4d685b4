import { expect, it } from "vitest";
import { smallPageResponse, type SmallPage } from "server/http/small-page.server";
import { sharedContext, withRequestContext } from "server/process/request-context.server";

async function answer(page: SmallPage) {
  const { headers, html } = await withRequestContext(
    sharedContext("0123456789abcdef"),
    async () => {
      const response = smallPageResponse(page, { siteName: "Pulse & Co", status: 400 });
      return { headers: response.headers, html: await response.text() };
    },
  );
  return { headers, html: html.replaceAll(/ style="[^"]*"/g, "") };
}

it("a small page is in English, uncached and without scripts", async () => {
  const { headers, html } = await answer({ heading: "No", text: "Not here." });
  expect(html).toContain('<html lang="en">');
  expect(html).toContain("<title>No | Pulse &#38; Co</title>");
  expect(html).toContain("<h1>No</h1>");
  expect(html).toContain('<p>Not here.</p>\n<p><a href="/">Go Home</a></p>');
  expect(html).toContain("<p>Reference: 0123456789abcdef</p>");
  expect(html).not.toContain("<script");
  expect(headers.get("Cache-Control")).toBe("no-store");
});

it("a small page uses the visitor's language if it has translated texts, and escapes them", async () => {
  const { headers, html } = await answer({
    language: "ur",
    direction: "rtl",
    heading: "<b>Heading",
    text: "Text & more",
    back: { href: "/", name: "Home>" },
    reference: (id) => `<${id}>`,
  });
  expect(headers.get("Content-Language")).toBe("ur");
  expect(html).toContain('<html lang="ur" dir="rtl">');
  const texts = ["&#60;b&#62;Heading", "Text &#38; more", "Home&#62;", "&#60;0123456789abcdef"];
  for (const text of texts) expect(html).toContain(text);
  expect(html).not.toMatch(/<b>|Go Home/);
});
