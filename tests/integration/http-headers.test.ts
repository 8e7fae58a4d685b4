import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { bothServers, sharedServer } from "./shared-server";
import { useSharedSite } from "./shared-site";

const ASSET = `/assets/${readdirSync("build/client/assets").find((name) => name.endsWith(".js"))}`;

const ANSWERS: [string, string, { method?: string; headers?: Record<string, string> }?][] = [
  ["a document", "/"],
  ["a not-found page", "/no/such/page"],
  ["a data request", "/_root.data"],
  ["a redirect", "/pulsescout/dashboard/theme"],
  ["a hashed asset", ASSET],
  ["a missing asset", "/assets/none.js"],
  ["a health check", "/healthz"],
  ["a bad address", "/%"],
  ["a refused post", "/", { method: "POST", headers: { "Sec-Fetch-Site": "cross-site" } }],
  ["a method no route has", "/", { method: "POST" }],
];

describe.each(await bothServers())("headers under %s", (_, { url }) => {
  it.each(ANSWERS)("protect %s", async (_name, path, options) => {
    const { headers, status } = await rawRequest(url, path, options);
    expect(status).toBeLessThan(500);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=()") as string,
      "content-security-policy": expect.stringContaining("default-src 'none'") as string,
      "x-request-id": expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    });
    expect(headers["x-powered-by"]).toBeUndefined();
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    expect(headers["strict-transport-security"]).toBeUndefined();
  });
});

const site = useSharedSite();
const ask = (path: string, headers = {}) => rawRequest(site.server.url, path, { headers });

it("headers allow the scripts of a page rendered per request by a new nonce, and no inline code without it", async () => {
  const pages = await Promise.all(
    ["/no/such/page", "/no/other", "/pulsescout/delete-user"].map((path) => ask(path)),
  );
  const nonces = pages.map(({ headers, body }) => {
    const policy = String(headers["content-security-policy"]);
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1];
    // Data blocks are not executed and need no nonce.
    const scripts = [...body.matchAll(/<script\b(?! type="application)[^>]*>/g)].map(
      ([tag]) => tag,
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
    expect(body).not.toMatch(/<[a-z][^>]* on[a-z]+=/i);
    expect(body).not.toMatch(/<style\b/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    return nonce;
  });
  expect(new Set(nonces).size).toBe(nonces.length);
});

// Two cached pages, one that is rendered per visitor, and an error page.
const PAGES = ["/", "/blogs", "/pulsescout/delete-user", "/no/such/page"];

it.each(PAGES)("headers limit %s to https, this origin and no frames", async (path) => {
  const { headers } = await ask(path, { "X-Forwarded-Proto": "https" });
  expect(headers["strict-transport-security"]).toBe("max-age=31536000");
  const policy = String(headers["content-security-policy"]).replaceAll(
    / '(?:nonce|sha256)-[^']+'/g,
    "",
  );
  expect(policy.split("; ")).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
});

it("headers repeat the request id of a trusted proxy when it is well-formed", async () => {
  const idOf = async (id: string) =>
    (await ask("/healthz", { "X-Request-Id": id })).headers["x-request-id"];
  expect(await idOf("edge-1234567890")).toBe("edge-1234567890");
  expect(await idOf("a\tb <script>")).toMatch(/^[0-9a-f]{16}$/);
});

it("headers let browsers cache assets for a year and pages not at all", async () => {
  const cacheOf = async (path: string) => (await ask(path)).headers["cache-control"];
  expect(await cacheOf(ASSET)).toMatch(/^public, ?max-age=31536000, ?immutable$/);
  expect(await cacheOf("/")).toMatch(/\bmax-age=0\b/);
  expect(await cacheOf("/pulsescout/dashboard")).toBe("private, no-cache");
  expect(await cacheOf("/_root.data")).toMatch(/no-cache/);
  expect((await cacheOf("/assets/none.js")) ?? "").not.toContain("max-age");
  expect((await ask("/no/such/page")).headers["x-robots-tag"]).toBe("noindex");
});

it("without a trusted proxy, forwarded headers are ignored", async () => {
  const server = await sharedServer();
  const { headers } = await rawRequest(server.url, "/", {
    headers: { "X-Forwarded-Proto": "https", "X-Request-Id": "edge-1234567890" },
  });
  expect(headers["strict-transport-security"]).toBeUndefined();
  expect(headers["x-request-id"]).not.toBe("edge-1234567890");
});

interface Rules {
  prerender: { where: object; eagerness: string }[];
}

const PUBLIC = [
  "/",
  "/blogs",
  "/pulsescout",
  "/pulsegen",
  "/privacyandpolicy-app",
  "/accessibility",
];
const OTHERS = [
  "/contactus",
  "/contactus?audience=individual",
  "/pulsescout/delete-user",
  "/pulsescout/dashboard",
  "/ref/ABC123",
  "/no/such/page",
];

it("speculation rules are sent with public pages only, and name public pages only", async () => {
  const { url } = await sharedServer();
  const rulesOf = async (path: string) =>
    (await rawRequest(url, path)).headers["speculation-rules"] ?? null;
  for (const path of PUBLIC) expect(await rulesOf(path)).toBe('"/speculation-rules.json"');
  for (const path of OTHERS) expect([path, await rulesOf(path)]).toEqual([path, null]);

  const rulesFor = (headers = {}) => rawRequest(url, "/speculation-rules.json", { headers });
  const { status, headers, body } = await rulesFor();
  expect([status, headers["content-type"], headers.vary]).toEqual([
    200,
    "application/speculationrules+json",
    "Save-Data, Accept-Encoding",
  ]);
  const [home, ...others] = PUBLIC;
  const href_matches = others.map((path) => `${path}{/}?`);
  expect((JSON.parse(body) as Rules).prerender).toEqual([
    { where: { href_matches: [home, ...href_matches] }, eagerness: "moderate" },
    { where: { and: [{ href_matches }, { selector_matches: "#menu a" }] }, eagerness: "immediate" },
  ]);
  const saving = await rulesFor({ "Save-Data": "on" });
  expect(JSON.parse(saving.body)).toEqual({ prerender: [] });
});
