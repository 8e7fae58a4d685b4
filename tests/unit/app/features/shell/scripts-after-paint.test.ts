import { expect, it } from "vitest";
import { scriptsAfterPaint } from "~/features/shell/scripts-after-paint.server";

const TEXT = '<p>&lt;script nonce="n" type="module" async=""&gt;</p>';
const PAGE = `<html>${TEXT}<script nonce="n" type="module" async="">import "/a.js";</script></html>`;

/** The scripts are tested in tests/integration/site-crawl.test.ts and http-headers.test.ts. */
it("delaying scripts until the first frame leaves text and pages without modules unchanged", () => {
  expect(scriptsAfterPaint(PAGE, "n")).toContain(TEXT);
  expect(scriptsAfterPaint("<html></html>", "n")).toBe("<html></html>");
});
