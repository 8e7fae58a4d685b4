import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { allowDeletions, PAGE } from "../support/deletion-site";
import { FormClient } from "../support/form-client";
import { openAnswer, rawRequest } from "../support/raw-request";
import { useServer } from "../support/use-server";

const FOR_EVERYBODY = ["/", "/blogs", "/pulsescout", "/pulsegen", "/contactus"];
const SENT = "OTP sent successfully to your WhatsApp";
const DASHBOARD = "/pulsescout/dashboard";

const { server } = await useServer({ TRUST_PROXY: "1" }, allowDeletions);

const ask = (path: string, headers: Record<string, string> = {}) =>
  rawRequest(server.url, path, { headers });

/** The toast and the session of a visitor to whom a code was sent. */
async function personalCookies() {
  const visitor = new FormClient(server.url, "203.0.113.1");
  const form = new URLSearchParams({ intent: "send", phone: "9817263541" });
  await visitor.send("POST", PAGE, form);
  const cookie = (name: string) => `${name}=${visitor.cookies.get(name)}`;
  return [cookie("toast"), cookie("pulse-deletion")] as const;
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

it("a toast is shown on the visitor's next page, and to nobody else; no other cookie bypasses the caches", async () => {
  const [toast, session] = await personalCookies();
  const prerendered = await ask("/blogs", {
    cookie: toast,
    "sec-purpose": "prefetch;prerender",
  });
  expect(prerendered.headers["set-cookie"]).toBeUndefined();
  expect(prerendered.body).not.toContain(SENT);
  for (const path of ["/blogs", DASHBOARD]) {
    const own = await ask(path, { cookie: toast });
    expect(own.body).toContain(SENT);
    expect(own.headers["cache-control"]).toBe("private, no-cache");
    expect(own.headers["set-cookie"]?.join()).toMatch(/toast=/);
    const other = await ask(path);
    expect(other.body).not.toContain(SENT);
    expect(other.headers["set-cookie"]).toBeUndefined();
  }
  const page = await ask("/blogs");
  for (const path of ["/blogs", "/blogs?index&_=1"]) {
    for (const headers of [
      { cookie: session },
      { cookie: "contact-sent=x" },
      { range: "bytes=0-1" },
    ])
      expect((await ask(path, headers)).body).toBe(page.body);
  }
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
  const script = readdirSync("build/client/assets").find((name) => name.endsWith(".js")) ?? "";
  for (const [coding, ending] of [
    ["br", ".br"],
    ["gzip", ".gz"],
    ["identity", ""],
  ] as const) {
    const headers = { "accept-encoding": coding };
    const answer = await openAnswer(`${server.url}/assets/${script}`, headers);
    const file = readFileSync(`build/client/assets/${script}${ending}`);
    expect((await buffer(answer)).equals(file)).toBe(true);
    const known = { ...headers, "if-none-match": String(answer.headers.etag) };
    const { status, body } = await ask(`/assets/${script}`, known);
    expect([status, body]).toEqual([304, ""]);
  }
});
