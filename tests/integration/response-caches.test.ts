import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { openAnswer, rawRequest } from "../support/raw-request";
import { MESSAGE } from "../support/use-server";
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
const DASHBOARD = "/pulsescout/dashboard";
const SCRIPT = `assets/${readdirSync("build/client/assets").find((name) => name.endsWith(".js"))}`;

const site = useSharedSite();

const ask = (path: string, headers: Record<string, string> = {}) =>
  rawRequest(site.server.url, path, { headers });

const bytes = async (path: string, headers: Record<string, string>) =>
  buffer(await openAnswer(site.server.url + path, headers));

/** A cookie that makes every page its sender's own, and is shown on none of those for everybody. */
async function personal(): Promise<string> {
  const visitor = site.newVisitor();
  await visitor.open(POPUP);
  await visitor.send("POST", POPUP, new URLSearchParams(MESSAGE));
  return `contact-sent=${visitor.cookies.get("contact-sent")}`;
}

/** Every script that the page brings along is named by the policy; nothing else inline could run. */
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

it.each(FOR_EVERYBODY)("%s equals for everybody what one visitor is shown", async (path) => {
  const kept = await ask(path);
  expectScriptsNamed(String(kept.headers["content-security-policy"]), kept.body);
  expect(kept.headers["cache-control"]).toMatch(/public.*max-age=0.*s-maxage=.*stale-while/);
  const alone = await ask(path, { cookie: await personal() });
  expect(alone.headers["content-security-policy"]).toContain("'nonce-");
  expect(alone.headers["cache-control"]).toBe("private, no-cache");
  expect(alone.body.replaceAll(/ nonce="[^"]*"/g, "")).toBe(kept.body);
});

describe("what is one visitor's alone", () => {
  it("is shown on the page that comes next, and to nobody else", async () => {
    const waiting = site.newVisitor();
    await waiting.open(POPUP);
    await waiting.send("POST", POPUP, new URLSearchParams(MESSAGE));
    const cookie = waiting.cookieHeader;
    const prepared = await ask("/blogs", { cookie, "sec-purpose": "prefetch;prerender" });
    expect(prepared.headers["set-cookie"]).toBeUndefined();
    expect(prepared.body).not.toContain("Form submitted successfully!");
    for (const path of ["/blogs", DASHBOARD]) {
      const own = await ask(path, { cookie });
      expect(own.body).toContain("Form submitted successfully!");
      expect(own.headers["cache-control"]).toBe("private, no-cache");
      expect(own.headers["set-cookie"]?.join()).toMatch(/toast=/);
    }
    for (const path of [POPUP, "/contactus", "/blogs", DASHBOARD]) {
      const other = await ask(path);
      expect(other.body).not.toMatch(/Form submitted successfully/i);
      expect(other.headers["set-cookie"]).toBeUndefined();
    }
  });

  it("is told by what a cookie of ours says: none that is only called so bypasses the caches", async () => {
    const visitor = await site.atCode();
    const named = ["toast", "contact-sent", "pulse-deletion", "pulse-deletion-refusal"];
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

it("the dashboard's documents and data show each of many readers at once their own theme and page", async () => {
  const views = [DASHBOARD, `${DASHBOARD}?tab=trip&page=2`];
  // What nobody has looked at yet is fetched first, and made for who asked.
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

it("the build's files are sent as the build compressed them, with the moment of the build", async () => {
  const path = `/${SCRIPT}`;
  const br = await bytes(path, { "accept-encoding": "br" });
  expect(br.equals(readFileSync(`build/compressed/${SCRIPT}.br`))).toBe(true);
  const gzip = await bytes(path, { "accept-encoding": "gzip, br;q=0" });
  expect(gzip.equals(readFileSync(`build/compressed/${SCRIPT}.gz`))).toBe(true);
  const plain = await ask(path);
  expect(plain.body).toBe(readFileSync(`build/client/${SCRIPT}`, "utf8"));
  expect(plain.headers["last-modified"]).toBeDefined();
});
