import { expect, it } from "vitest";
import { prerenderedPaths } from "~/content/pages";
import { EVERY_PAGE } from "../support/every-page";
import { rawRequest } from "../support/raw-request";
import { sharedServer } from "./shared-server";

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
