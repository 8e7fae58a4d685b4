import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DOUBTS, readPage } from "./page-facts";

const HTML = `<!DOCTYPE html><html lang="hi" dir="ltr" class="x" data-theme="night"><body>
<h1>Delete your account</h1><div role="alert"><h2>There is a problem</h2><p>Wrong<!-- --> code</p></div>
<p>We sent it to <b dir="ltr">+91 ••••• ••042</b>, mark-42-abc.</p><dd><bdi>DEL-BMBS-64C5</bdi></dd>
<time class="x" dateTime="2026-11-23T11:33:26Z">As of<!-- --> <!-- -->23 Nov 2026</time>
<p title="1,795,433,123">1.8B</p>
<script>window.x = "mark-7-def +91 ••••• ••777 1,795,433,999"</script></body></html>`;

describe("what a page shows", () => {
  it("is read from its markup", () => {
    expect(readPage(HTML)).toEqual({
      headings: ["Delete your account", "There is a problem"],
      alert: "There is a problem Wrong code",
      language: "hi",
      theme: "night",
      phones: ["042"],
      marks: ["mark-42-abc", "mark-7-def"],
      receipt: "DEL-BMBS-64C5",
      mayBeDeleted: false,
      figures: [{ trueAt: 1_795_433_123_000, label: Date.UTC(2026, 10, 23, 11, 33, 26) }],
    });
  });

  it.each(DOUBTS)("leaves a deletion in doubt: %s", (words) => {
    expect(readPage(`<p><b>${words}.</b> The request was sent.</p>`).mayBeDeleted).toBe(true);
  });

  it("says so in the catalogues' own words", () => {
    const catalogues = ["en", "hi"].map((name) =>
      readFileSync(`app/content/catalogues/${name}.ts`, "utf8"),
    );
    for (const words of DOUBTS) expect(catalogues.join()).toContain(words);
  });
});
