import { expect, it, vi } from "vitest";
import { respondsWithin, savesData, versionOf } from "~/lib/connection";

const OWN = { "X-Request-Id": "0123456789abcdef", ETag: '"1"' };

it.each([
  ["a success of the server", new Response("ok", { headers: OWN }), true, '200 "1"'],
  ["a refusal of the server", new Response("", { status: 429, headers: OWN }), true, '429 "1"'],
  ["a server error", new Response("", { status: 502, headers: OWN }), true, null],
  ["a proxy's 503", new Response("", { status: 503 }), false, null],
  ["a captive portal", new Response("Log in", { headers: { ETag: '"1"' } }), false, null],
])("our server's responses are recognized: %s", async (_name, response, isOwn, version) => {
  vi.stubGlobal("fetch", () => Promise.resolve(response));
  expect(await respondsWithin(100)).toBe(isOwn);
  expect(await versionOf("/", 100)).toBe(version);
});

it("`savesData` is true on the server, also when Node has a navigator", () => {
  vi.stubGlobal("navigator", {});
  expect(savesData()).toBe(true);
});
