import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { IncomingHttpHeaders } from "node:http";
import { isForeign } from "server/http/guard/cross-origin-guard.server";

const SITE = "https://pulse.example.com";

function judge(headers: IncomingHttpHeaders): "ours" | "foreign" {
  return isForeign({ host: "app:3000", ...headers }, true, SITE) ? "foreign" : "ours";
}

describe("the form guard", () => {
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
  ])("judges %j as %s", (headers, verdict) => {
    expect(judge(headers)).toBe(verdict);
  });

  it("lets no other origin through, with any host asked for", () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.domain(), (url, host) => {
        const { origin, host: startedAt } = new URL(url);
        fc.pre(startedAt !== host && origin !== SITE);
        expect(judge({ origin, host })).toBe("foreign");
      }),
    );
  });
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
