import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { prerenderedPaths } from "~/content/pages";
import { EVERY_PAGE } from "../support/every-page";
import { rawRequest } from "../support/raw-request";
import { bothServers, sharedServer } from "./shared-server";

const ASSET = `/assets/${readdirSync("build/client/assets").find((name) => name.endsWith(".js"))}`;

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

const { url } = await sharedServer();
const ask = (path: string, headers = {}) => rawRequest(url, path, { headers });

it("a page rendered per request allows its scripts by a new nonce, and no inline code without it", async () => {
  const nonces = new Set<string | undefined>();
  for (const path of ["/no/such/page", "/no/other", "/pulsescout/delete-user"]) {
    const { headers, body } = await ask(path);
    const policy = String(headers["content-security-policy"]);
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1];
    // Data blocks are not executed and need no nonce.
    const scripts = body.match(/<script\b(?! type="application)[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`))).toEqual([]);
    expect(body).not.toMatch(/<[a-z][^>]* on[a-z]+=|<style\b/i);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
});

it("behind a trusted proxy pages are limited to https, this origin and no frames", async () => {
  // A cached page, one that is rendered per visitor, and an error page.
  for (const path of ["/blogs", "/pulsescout/delete-user", "/no/such/page"]) {
    const { headers } = await ask(path, { "X-Forwarded-Proto": "https" });
    expect(headers["strict-transport-security"]).toBe("max-age=31536000");
    const policy = String(headers["content-security-policy"]);
    expect(policy.replaceAll(/ '(?:nonce|sha256)-[^']+'/g, "").split("; ")).toEqual([
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
  }
});

const PUBLIC: readonly string[] = prerenderedPaths;
const OTHERS = EVERY_PAGE.filter((path) => !PUBLIC.includes(path));

it("speculation rules are sent with public pages only, and name public pages only", async () => {
  const rulesOf = async (path: string) => (await ask(path)).headers["speculation-rules"] ?? null;
  for (const path of PUBLIC) expect(await rulesOf(path)).toBe('"/speculation-rules.json"');
  for (const path of [...OTHERS, "/no/such/page"]) {
    expect([path, await rulesOf(path)]).toEqual([path, null]);
  }
  const { headers, body } = await ask("/speculation-rules.json");
  expect(headers["content-type"]).toBe("application/speculationrules+json");
  for (const path of PUBLIC) expect(body).toContain(`"${path}`);
  for (const path of OTHERS) expect(body).not.toContain(path);
});
