import { expect, it, vi } from "vitest";
import { respondsWithin, savesData, versionOf } from "~/lib/connection";

const OWN = { "Reporting-Endpoints": 'csp="/csp-report"', ETag: '"1"' };

it.each([
  ["the server", new Response("ok", { headers: OWN }), true, '200 "1"'],
  ["a refusal of the server", new Response("", { status: 429, headers: OWN }), true, '429 "1"'],
  ["figures that failed", new Response("", { status: 502, headers: OWN }), true, null],
  ["a proxy's 503", new Response("", { status: 503 }), false, null],
  ["a captive portal", new Response("Log in", { headers: { ETag: '"1"' } }), false, null],
])(
  "asked whether the server is there, %s is told from others",
  async (_what, came, is, version) => {
    vi.stubGlobal("fetch", () => Promise.resolve(came));
    expect(await respondsWithin(100)).toBe(is);
    expect(await versionOf("/", 100)).toBe(version);
  },
);

it("a server saves data, also on a Node that has a navigator", () => {
  vi.stubGlobal("navigator", {});
  expect(savesData()).toBe(true);
});
