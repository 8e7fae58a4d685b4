import { describe, expect, it } from "vitest";
import { scriptsAfterPaint } from "~/features/shell/scripts-after-paint.server";

const PAGE =
  '<html><head></head><body><p>&lt;script nonce="n" type="module" async=""&gt;</p>' +
  '<link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/>' +
  '<script nonce="n" type="module" async="">import "/a.js";</script></body></html>';

describe("scripts after the first frame", () => {
  const html = scriptsAfterPaint(PAGE, "n");

  it("leaves no script or preload that a browser would handle before the first frame", () => {
    expect(html).not.toMatch(/<script[^>]* type="module"/);
    expect(
      html.match(/<link rel="modulepreload" media="not all" fetchpriority="low" /g),
    ).toHaveLength(2);
    expect(html).toContain('<script nonce="n" type="text/x-module">import "/a.js";</script>');
  });

  it("starts the scripts by an inline script with the page's nonce", () => {
    expect(html).toMatch(
      /<script nonce="n">\(function startScripts[\s\S]+\)\("text\/x-module"\)<\/script>$/,
    );
  });

  it("leaves text and pages without modules unchanged", () => {
    expect(html).toContain('<p>&lt;script nonce="n" type="module" async=""&gt;</p>');
    expect(scriptsAfterPaint("<html></html>", "n")).toBe("<html></html>");
  });
});
