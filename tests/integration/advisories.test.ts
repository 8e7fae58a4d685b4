import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBuiltServer, type BuiltServer } from "./built-server";
import { FaultyUpstream } from "./faulty-upstream";
import { rawRequest } from "./raw-request";

/** The known attacks on Remix 2 that no other test makes; `docs/advisories.md` says which test makes which. */

let upstream: FaultyUpstream;
let server: BuiltServer;
beforeAll(async () => {
  upstream = await FaultyUpstream.start();
  server = await startBuiltServer({
    env: { ...upstream.settings, SITE_URL: "https://pulse.example.com" },
  });
});
afterAll(async () => {
  await server.kill();
  await upstream.stop();
});

it.each([
  "/__manifest",
  "/__manifest?p=%2F&p=%2Fblogs&version=1",
  "/__manifest.data",
  "/__manifest/",
])("no manifest is made of the paths that a visitor names: %s", async (path) => {
  const { status, headers } = await rawRequest(server.url, path);
  expect(status).toBe(404);
  expect(headers["content-type"]).not.toContain("json");
});

describe("a script that a visitor brings", () => {
  const SCRIPT = "</script><script>alert(1)</script>";
  const written = encodeURIComponent(SCRIPT);

  it.each([
    `/?q=${written}`,
    `/ref/${written}`,
    `/contactus?audience=${written}`,
    `/pulsescout/dashboard?tab=trip&q=${written}`,
    `/pulsescout/dashboard?tab=trip&country=${written}`,
    `/pulsescout/dashboard?tab=${written}&date=${written}`,
    `/pulsescout/delete-user?${written}`,
    `/no/such/${written}`,
  ])("is text on %s, in its data for scripts and for search engines too", async (path) => {
    const { body } = await rawRequest(server.url, path, { headers: { Cookie: `theme=${SCRIPT}` } });
    expect(body).toContain("</html>");
    expect(body).not.toContain("<script>alert(1)");
    expect(body.match(/<\/script>/g)?.length).toBe(body.match(/<script\b/g)?.length);
  });
});

describe("a host that a visitor makes up", () => {
  it.each(["localhost:80/blogs?", "localhost:80@evil.test", "evil.test/x", "a b", "evil.test#"])(
    "is refused when it would change the address: %s",
    async (host) => {
      const { status } = await rawRequest(server.url, "/no/page", { headers: { Host: host } });
      expect(status).toBe(400);
    },
  );

  it("is on no page, whoever forwards it", async () => {
    const forwarded = { "X-Forwarded-Host": "evil.test:80/blogs", "X-Forwarded-Proto": "https" };
    for (const headers of [{ Host: "evil.test" }, forwarded]) {
      for (const path of ["/", "/no/such/page", "/pulsescout/dashboard/theme"]) {
        const { body, headers: answered } = await rawRequest(server.url, path, { headers });
        expect(body).not.toContain("evil.test");
        expect(answered.location ?? "/").toMatch(/^\//);
      }
    }
  });
});
