import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { attribute, parseHtml, textOf, textsOf } from "./html-document";
import { bothServers, SHARED } from "./shared-server";

const ASSET = `/assets/${readdirSync("build/client/assets").find((name) => name.endsWith(".js"))}`;

/** What has to hold under `server/main.js` and under plain `remix-serve`. */

const ANSWERS: [string, string, { method?: string; headers?: Record<string, string> }?][] = [
  ["a document", "/"],
  ["a not-found page", "/no/such/page"],
  ["a data request", "/_root.data"],
  ["a redirect", "/pulsescout/dashboard?tab=trip&page=99999999"],
  ["a hashed asset", ASSET],
  ["a missing asset", "/assets/none.js"],
  ["a health check", "/healthz"],
  ["a bad address", "/%"],
  ["a refused post", "/", { method: "POST", headers: { "Sec-Fetch-Site": "cross-site" } }],
  ["a method no route has", "/", { method: "POST" }],
];

it.each(await bothServers())("under %s headers protect every answer", async (_, { url }) => {
  for (const [what, path, options] of ANSWERS) {
    const { headers, status } = await rawRequest(url, path, options);
    expect(status).toBeLessThan(500);
    expect(headers, what).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()") as string,
      "content-security-policy": expect.stringContaining("default-src 'none'") as string,
      "x-request-id": expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    });
    for (const name of ["x-powered-by", "access-control-allow-origin", "strict-transport-security"])
      expect(headers[name], what).toBeUndefined();
  }
});

const EDGES: [path: string, status: number][] = [
  [`/?${"a".repeat(20_000)}`, 414],
  ["/%E0%A4%A", 400],
  ["/..%2f..%2fpackage.json", 404],
  ["/assets/..%2f..%2fserver/index.js", 404],
  ["/.env", 404],
  ["/assets/none.js", 404],
];

/** Every kind of address at which Remix passes a POST to an action. */
const TARGETS = [
  "/pulsescout/dashboard?index",
  "/pulsescout/dashboard.data",
  "/pulsescout/dashboard/report",
];

const type = { "Content-Type": "application/x-www-form-urlencoded" };

it.each(await bothServers())("under %s odd addresses have their status", async (_, { url }) => {
  for (const [path, expected] of EDGES) {
    const { status, headers } = await rawRequest(url, path);
    expect([path, status]).toEqual([path, expected]);
    // No cache may use an error again.
    expect(headers["cache-control"]).toMatch(/^(?:private, )?no-(?:store|cache)$/);
  }
  for (const path of ["/", "/blogs.data", "/sitemap.xml", "/no/such/page"]) {
    const { status, headers } = await rawRequest(url, path, { method: "POST" });
    expect([status, headers.allow]).toEqual([405, expect.stringMatching(/^GET, HEAD/)]);
  }
});

it.each(await bothServers())("under %s only this site's posts act", async (_, { url }) => {
  const post = (path: string, headers: Record<string, string>) =>
    rawRequest(url, path, {
      method: "POST",
      body: "theme=night",
      headers: { ...type, ...headers },
    });
  for (const path of TARGETS) {
    const foreign = await post(path, { "Sec-Fetch-Site": "cross-site", Origin: SHARED.SITE_URL });
    expect([foreign.status, foreign.body.includes("was sent from another site")]).toEqual([
      403,
      true,
    ]);
    expect(foreign.headers["set-cookie"]).toBeUndefined();
    expect(foreign.headers.vary).toContain("Sec-Fetch-Site, Origin");
    const { status, headers } = await post(path, { Origin: SHARED.SITE_URL });
    expect([200, 202, 303]).toContain(status);
    expect(headers["set-cookie"]).toBeDefined();
  }
});

const ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1";

describe.each(await bothServers())("an invitation under %s", (_, server) => {
  async function open(path: string, userAgent = "desktop") {
    const ask = (target: string) =>
      rawRequest(server.url, target, { headers: { "User-Agent": userAgent } });
    let answer = await ask(path);
    // remix-serve redirects a path that looks like a folder to the same path with a slash.
    if (answer.status === 301) answer = await ask(answer.headers.location ?? "");
    const root = await parseHtml(answer.body);
    const links = root.querySelectorAll("main a");
    const link = (label: string) =>
      attribute(links.find((node) => textOf(node).includes(label)) ?? null, "href") ?? "";
    return { ...answer, root, app: link("Open the app") };
  }

  it("takes a slash in the middle as part of the code, and ignores one at the end", async () => {
    expect((await open("/ref/good/evil")).app).toBe("scouttest://referral/good%2Fevil");
    expect((await open("/ref/ABC/")).app).toBe("scouttest://referral/ABC");
  });

  it("is complete without scripts, with the options of each system: Android, iOS, desktop", async () => {
    const android = await open("/ref/ABC", ANDROID);
    expect(android.app).toMatch(/^intent:\/\/referral\/ABC#Intent;/);
    expect(android.body).not.toContain("QR code");
    const iPhone = await open("/ref/ABC", IPHONE);
    expect(iPhone.app).toBe("scouttest://referral/ABC");
    expect(iPhone.body).toContain("You are on iOS.");
    expect(iPhone.body).toContain("iOS coming soon");
    const { root, body, headers } = await open("/ref/ABC");
    expect(body).toContain('aria-label="QR code of the store link"');
    expect(textsOf(root, "h1")).toEqual(["Opening PulseScout..."]);
    expect(textsOf(root, "title")).toEqual([`Opening PulseScout... | ${SHARED.SITE_NAME}`]);
    expect(body).toContain("Attempting to open app");
    expect(body).toContain('<meta name="robots" content="noindex"/>');
    expect(body).not.toContain("<iframe");
    // It may load the app's scheme in a frame; other pages may load no frames.
    expect(headers["content-security-policy"]).toMatch(/; frame-src scouttest:$/);
    const other = await open("/blogs");
    expect(other.headers["content-security-policy"]).not.toContain("frame-src");
  });
});
