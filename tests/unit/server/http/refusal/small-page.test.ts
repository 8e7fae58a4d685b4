import { expect, it } from "vitest";
import { smallPageResponse } from "server/http/refusal/small-page.server";
import { impersonalContext, withRequestContext } from "server/http/request-context.server";

const page = { heading: "Gone", text: "It is gone.", back: { href: "/", name: "Go Home" } };

it("answers the request under way with a small page, its reference and the nonce of its style", async () => {
  const context = { ...impersonalContext("0123456789abcdef"), allowOwnStyle: () => "bm9uY2U=" };
  const response = withRequestContext(context, () =>
    smallPageResponse(page, { status: 410, siteName: "Pulse & Co" }),
  );
  expect(response.status).toBe(410);
  expect(Object.fromEntries(response.headers)).toEqual({
    "cache-control": "no-store",
    "content-type": "text/html; charset=utf-8",
  });
  const html = await response.text();
  expect(html).toContain("<title>Gone | Pulse &#38; Co</title>");
  expect(html).toContain('<style nonce="bm9uY2U=">');
  expect(html).toContain("<p>Reference: 0123456789abcdef</p>");
});
