import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { afterAll, expect, it } from "vitest";
import { allowDeletions, CODE, PAGE } from "../support/deletion-site";
import { FormClient } from "../support/form-client";
import { openAnswer, rawRequest } from "../support/raw-request";
import { sharedServer } from "./shared-server";

const FOR_EVERYBODY = ["/", "/blogs", "/pulsescout", "/pulsegen", "/contactus"];
const SENT = "OTP sent successfully to your WhatsApp";
const DASHBOARD = "/pulsescout/dashboard";

const server = await sharedServer();
allowDeletions(server.upstream);
afterAll(() => server.upstream.reset());

const ask = (path: string, headers: Record<string, string> = {}) =>
  rawRequest(server.url, path, { headers });

/** A visitor to whom a code was sent, and who has not seen the message that says so. */
async function visitorWithToast(phone: string) {
  const visitor = new FormClient(server.url, "203.0.113.1");
  await visitor.send("POST", PAGE, new URLSearchParams({ intent: "send", phone }));
  return visitor;
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
  const ownPage = await ask(path, { cookie: "__Host-toast=x" });
  expect(ownPage.headers["content-security-policy"]).toContain("'nonce-");
  expect(ownPage.headers["cache-control"]).toBe("private, no-cache");
  expect(ownPage.body.replaceAll(/ nonce="[^"]*"/g, "")).toBe(cached.body);
});

it("a toast is shown on the visitor's next page, and to nobody else; no other cookie bypasses the caches", async () => {
  const { cookies } = await visitorWithToast("9817263541");
  const [toast, session] = ["__Host-toast", "__Host-pulse-deletion"].map(
    (name) => `${name}=${cookies.get(name)}`,
  ) as [string, string];
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
    expect(own.headers["set-cookie"]?.join()).toMatch(/toast=;.* Max-Age=0;/);
    const other = await ask(path);
    expect(other.body).not.toContain(SENT);
    expect(other.headers["set-cookie"]).toBeUndefined();
  }
  const page = await ask("/blogs");
  for (const headers of [{ cookie: session }, { range: "bytes=0-1" }]) {
    expect((await ask("/blogs?index&_=1", headers)).body).toBe(page.body);
  }
});

it("a HEAD request does not consume the one-time messages of the next page", async () => {
  const visitor = await visitorWithToast("9817263542");
  const setsToast = async (method: string) => {
    const { headers } = await visitor.send(method, PAGE);
    return headers.getSetCookie().some((cookie) => cookie.includes("toast="));
  };
  expect([await setsToast("HEAD"), await setsToast("GET")]).toEqual([false, true]);
});

it("every cookie of an https site is Secure and has the __Host- prefix", async () => {
  const client = new FormClient(server.url);
  await client.open(PAGE);
  await client.press("Send OTP", { phone: "9817263543" });
  await client.press("Verify OTP", { otp: CODE });
  await client.press("Delete Account", { reason: "Privacy concerns" });
  await client.press("Delete");
  await client.send("POST", DASHBOARD, new URLSearchParams({ theme: "night" }));
  const cookies = client.visits.flatMap(({ headers }) => headers.getSetCookie());
  expect([...new Set(cookies.map((cookie) => cookie.split("=")[0]))].sort()).toEqual(
    ["loader", "pulse-deletion", "pulse-deletion-browser", "theme", "toast"].map(
      (name) => `__Host-${name}`,
    ),
  );
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Path=\/(;|$)/);
    expect(cookie).toMatch(/; Secure(;|$)/);
    expect(cookie).not.toMatch(/domain=/i);
  }
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
    const { status, body, headers: stored } = await ask(`/assets/${script}`, known);
    expect([status, body, stored["cache-control"]]).toEqual([304, "", undefined]);
  }
});
