import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { PAGE } from "../support/deletion-site";
import { openAnswer, rawRequest } from "../support/raw-request";
import { useSharedSite } from "./shared-site";

const FOR_EVERYBODY = [
  "/",
  "/blogs",
  "/pulsescout",
  "/pulsegen",
  "/contactus",
  "/privacyandpolicy-app",
  "/accessibility",
];
const POPUP = "/contactus?audience=individual";
const SENT = "OTP sent successfully to your WhatsApp";
const DASHBOARD = "/pulsescout/dashboard";
const SCRIPT = `assets/${readdirSync("build/client/assets").find((name) => name.endsWith(".js"))}`;

const site = useSharedSite();

const ask = (path: string, headers: Record<string, string> = {}) =>
  rawRequest(site.server.url, path, { headers });

const bytes = async (path: string, headers: Record<string, string>) =>
  buffer(await openAnswer(site.server.url + path, headers));

/** The toast of a form that was accepted. */
async function personalCookie(): Promise<string> {
  const visitor = site.newVisitor();
  const form = new URLSearchParams({ intent: "send", phone: site.newPhone() });
  await visitor.send("POST", PAGE, form);
  return `toast=${visitor.cookies.get("toast")}`;
}

/** Expects the policy to allow each inline script of the page by its hash, and no other inline code. */
function expectScriptsNamed(policy: string, html: string) {
  const inline = [
    ...html.matchAll(/<script\b(?![^>]*\ssrc=)(?! type="application\/)[^>]*>([\s\S]*?)<\/script>/g),
  ];
  expect(inline.length).toBeGreaterThan(0);
  for (const [, source = ""] of inline) {
    expect(policy).toContain(`'sha256-${createHash("sha256").update(source).digest("base64")}'`);
  }
  expect(policy).not.toMatch(/nonce|script-src[^;]*unsafe/);
  expect(html).not.toMatch(/ nonce="/);
}

it.each(FOR_EVERYBODY)("%s is the same cached and rendered for one visitor", async (path) => {
  const cached = await ask(path);
  expectScriptsNamed(String(cached.headers["content-security-policy"]), cached.body);
  expect(cached.headers["cache-control"]).toMatch(/public.*max-age=0.*s-maxage=.*stale-while/);
  // A toast that cannot be read makes a page personal without changing it.
  const ownPage = await ask(path, { cookie: "toast=x" });
  expect(ownPage.headers["content-security-policy"]).toContain("'nonce-");
  expect(ownPage.headers["cache-control"]).toBe("private, no-cache");
  expect(ownPage.body.replaceAll(/ nonce="[^"]*"/g, "")).toBe(cached.body);
});

describe("personal content", () => {
  it("is shown on the visitor's next page, and to nobody else", async () => {
    const cookie = await personalCookie();
    const prerendered = await ask("/blogs", { cookie, "sec-purpose": "prefetch;prerender" });
    expect(prerendered.headers["set-cookie"]).toBeUndefined();
    expect(prerendered.body).not.toContain(SENT);
    for (const path of ["/blogs", DASHBOARD]) {
      const own = await ask(path, { cookie });
      expect(own.body).toContain(SENT);
      expect(own.headers["cache-control"]).toBe("private, no-cache");
      expect(own.headers["set-cookie"]?.join()).toMatch(/toast=/);
    }
    for (const path of [POPUP, "/contactus", "/blogs", DASHBOARD]) {
      const other = await ask(path);
      expect(other.body).not.toContain(SENT);
      expect(other.headers["set-cookie"]).toBeUndefined();
    }
  });

  it("bypasses the caches only with a toast: other cookies and the deletion session do not", async () => {
    const visitor = await site.atCode();
    const named = ["pulse-deletion", "contact-sent"];
    const forged = named.flatMap((name) => [`${name}=x`, `__Host-${name}=x.y`, `${name}=`]);
    const session = `pulse-deletion=${visitor.cookies.get("pulse-deletion")}`;
    const page = await ask("/blogs");
    for (const path of ["/blogs", "/blogs?index&_=1", "/blogs/"]) {
      for (const headers of [
        ...[...forged, session].map((cookie) => ({ cookie })),
        { range: "bytes=0-1" },
      ]) {
        const answer = await ask(path, headers);
        expect(answer.headers["content-security-policy"]).not.toContain("nonce");
        if (path !== "/blogs/") expect(answer.body).toBe(page.body);
      }
    }
  });
});

it("the dashboard shows each of many concurrent readers their own theme and page", async () => {
  const views = [DASHBOARD, `${DASHBOARD}?tab=trip&page=2`];
  // The first request of each view fetches its figures and is rendered for its visitor alone.
  for (const view of views) await ask(view);
  const readers = Array.from({ length: 20 }, async (_, reader) => {
    const [theme, other] = reader % 2 ? ["night", "day"] : ["day", "night"];
    for (const path of views) {
      const { status, body, headers } = await ask(path, { cookie: `theme=${theme}` });
      expect(status).toBe(200);
      expect(body).toContain(`data-theme="${theme}"`);
      expect(body).not.toContain(`data-theme="${other}"`);
      expect(body.includes("trip-13")).toBe(path.includes("page=2"));
      expectScriptsNamed(String(headers["content-security-policy"]), body);
    }
  });
  await Promise.all(readers);
});

it("the build's files are sent as the build compressed them, and not again to who has them", async () => {
  const path = `/${SCRIPT}`;
  const br = await bytes(path, { "accept-encoding": "br" });
  expect(br.equals(readFileSync(`build/client/${SCRIPT}.br`))).toBe(true);
  const gzip = await bytes(path, { "accept-encoding": "gzip" });
  expect(gzip.equals(readFileSync(`build/client/${SCRIPT}.gz`))).toBe(true);
  const plain = await ask(path);
  expect(plain.body).toBe(readFileSync(`build/client/${SCRIPT}`, "utf8"));
  const known = await ask(path, { "if-none-match": String(plain.headers.etag) });
  expect([known.status, known.body]).toEqual([304, ""]);
});
