import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pages, type PageEntry } from "~/content/pages";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FormClient } from "../support/form-client";
import { rawRequest } from "../support/raw-request";

/** Pages that are the same for everybody; the deletion page and the dashboard have layouts of their own. */
const FOR_EVERYBODY = Object.values<PageEntry>(pages)
  .filter(({ layout }) => layout === "site" || layout === "document")
  .map(({ path }) => path);
const DASHBOARD = "/pulsescout/dashboard";
const SCRIPT = `assets/${readdirSync("build/client/assets").find((name) => name.endsWith(".js"))}`;

let upstream: FaultyUpstream;
let server: BuiltServer;
beforeAll(async () => {
  upstream = await FaultyUpstream.start();
  server = await startBuiltServer({
    env: {
      SANDBOX: "off",
      CORE_API_URL: upstream.coreApiUrl,
      AUTH_API_URL: upstream.origin,
      CONTACT_FORM_URL: `${upstream.origin}/submit`,
      CONTACT_FORM_ACCESS_KEY: "key",
      TRUST_PROXY: "1",
    },
  });
  upstream.set("/submit", { kind: "json", json: { success: true, message: "Email sent" } });
});
afterAll(async () => {
  await server.kill();
  await upstream.stop();
});

/** The bytes as sent, for answers in a coding. */
async function bytes(path: string, headers: Record<string, string>, method = "GET") {
  const { hostname, port } = new URL(server.url);
  return new Promise<{
    status: number;
    coding: string | undefined;
    etag: string | undefined;
    vary: string | undefined;
    body: Buffer;
  }>((resolve, reject) => {
    request({ hostname, port, path, method, headers, agent: false }, (incoming) => {
      const { "content-encoding": coding, etag, vary } = incoming.headers;
      buffer(incoming).then(
        (body) => resolve({ status: incoming.statusCode ?? 0, coding, etag, vary, body }),
        reject,
      );
    })
      .once("error", reject)
      .end();
  });
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

describe.each(FOR_EVERYBODY)("%s, cached whole", (path) => {
  it("is the same bytes in every coding, named by its scripts' hashes, for proxies too", async () => {
    const plain = await rawRequest(server.url, path);
    expectScriptsNamed(String(plain.headers["content-security-policy"]), plain.body);
    expect(plain.headers["cache-control"]).toMatch(/public.*max-age=0.*s-maxage=.*stale-while/);
    const br = await bytes(path, { "accept-encoding": "gzip, deflate, br" });
    const gzip = await bytes(path, { "accept-encoding": "gzip" });
    expect([br.coding, gzip.coding]).toEqual(["br", "gzip"]);
    expect(brotliDecompressSync(br.body).toString()).toBe(plain.body);
    expect(gunzipSync(gzip.body).toString()).toBe(plain.body);
    expect(br.vary).toMatch(/Accept-Encoding/);
  });

  it("is asked for again at the price of a head", async () => {
    const { etag = "" } = await bytes(path, {});
    for (const condition of [etag, `"x", ${etag}`, etag.replace("W/", ""), "*"]) {
      const again = await bytes(path, { "if-none-match": condition });
      expect(again).toMatchObject({ status: 304, etag, body: Buffer.alloc(0) });
    }
    expect(await bytes(path, { "if-none-match": '"x"' })).toMatchObject({ status: 200 });
    const head = await rawRequest(server.url, path, { method: "HEAD" });
    expect(head).toMatchObject({ status: 200, body: "" });
    expect(Number(head.headers["content-length"])).toBeGreaterThan(1000);
  });

  it("is what each visitor would have been answered alone", async () => {
    const [kept, alone] = await Promise.all([
      rawRequest(server.url, path),
      rawRequest(server.url, path, { headers: { cookie: "toast=none" } }),
    ]);
    expect(alone.headers["content-security-policy"]).toContain("'nonce-");
    expect(alone.headers["cache-control"]).toBe("private, no-cache");
    expect(alone.body.replaceAll(/ nonce="[^"]*"/g, "")).toBe(kept.body);
  });
});

describe("what is one visitor's alone", () => {
  it("is not kept, whatever was kept before, and meets nothing that was", async () => {
    const visitor = new FormClient(server.url, "203.0.113.7");
    const sent = {
      first_name: "Meera",
      last_name: "Iyer",
      email: "meera@example.com",
      message: "hello",
    };
    await visitor.open("/contactus?audience=individual");
    const answer = await visitor.press("Send", sent);
    expect(answer.html).toContain("Form Submitted Successfully");
    for (const path of ["/contactus?audience=individual", "/contactus", "/", DASHBOARD]) {
      const other = await rawRequest(server.url, path);
      expect(other.body).not.toMatch(/Form submitted successfully/i);
      expect(other.headers["set-cookie"]).toBeUndefined();
    }
    // A message that waits is told on whatever page comes next, and taken.
    const waiting = new FormClient(server.url, "203.0.113.8");
    await waiting.open("/contactus?audience=individual");
    const { hidden, action } = formWith(waiting.page.html, "Send");
    const body = new URLSearchParams([...hidden, ...Object.entries(sent)]);
    await waiting.send("POST", action, body);
    for (const path of ["/blogs", DASHBOARD]) {
      const own = await rawRequest(server.url, path, { headers: { cookie: waiting.cookieHeader } });
      expect(own.body).toContain("Form submitted successfully!");
      expect(own.headers["cache-control"]).toBe("private, no-cache");
      expect(own.headers["set-cookie"]?.join()).toMatch(/toast=/);
      expect((await rawRequest(server.url, path)).body).not.toContain("submitted successfully!");
    }
  });

  it("has a name that the caches know: every cookie that the site sets but the theme", async () => {
    const visitor = new FormClient(server.url, "203.0.113.9");
    upstream.set("/auth/whatsapp/send-otp", {
      kind: "json",
      json: { sessionId: "s1", message: "sent" },
    });
    await visitor.open("/pulsescout/delete-user");
    await visitor.press("Send OTP", { phone: "9000000001" });
    await rawRequest(server.url, "/blogs");
    for (const cookie of visitor.cookies) {
      const page = await rawRequest(server.url, "/blogs", {
        headers: { cookie: cookie.join("=") },
      });
      expect(page.headers["content-security-policy"]).toContain("'nonce-");
    }
    expect([...visitor.cookies.keys()].sort()).toEqual(["pulse-deletion", "toast"]);
  });
});

/** The fields and address of the form with a button. */
function formWith(html: string, button: string): { hidden: [string, string][]; action: string } {
  const form = [...html.matchAll(/<form\b[^>]*>.*?<\/form>/gs)].find(([text]) =>
    new RegExp(`<button[^>]*>(?:(?!</button>).)*${button}`, "s").test(text),
  )?.[0];
  const action = /action="([^"]*)"/.exec(form ?? "")?.[1]?.replaceAll("&amp;", "&") ?? "";
  const hidden = [...(form ?? "").matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return { action, hidden: hidden.map(([, name = "", value = ""]) => [name, value]) };
}

describe("the dashboard's documents and data", () => {
  it("answer each of fifty readers with his own choice and address", async () => {
    const views = [DASHBOARD, `${DASHBOARD}?tab=trip`, `${DASHBOARD}?tab=trip&page=2`];
    // What nobody has looked at yet is fetched first, and made for who asked.
    for (const view of views) await rawRequest(server.url, view);
    const readers = Array.from({ length: 50 }, async (_, reader) => {
      const theme = reader % 2 ? "night" : "day";
      for (const path of views) {
        const { status, body, headers } = await rawRequest(server.url, path, {
          headers: { cookie: `theme=${theme}` },
        });
        expect(status).toBe(200);
        expect(body).toContain(`data-theme="${theme}"`);
        expect(body).not.toContain(`data-theme="${theme === "day" ? "night" : "day"}"`);
        expect(body).toContain(path.includes("trip") ? "Trip Summary" : "Fleet Overview");
        if (path.includes("page=2")) expect(body).toContain("trip-13");
        expectScriptsNamed(String(headers["content-security-policy"]), body);
      }
    });
    await Promise.all(readers);
  });

  it("are made once for all URLs that mean the same, and hold nothing else of them", async () => {
    const made = async () => {
      const { body } = await rawRequest(server.url, "/metrics");
      return Number(/page_cache_made_total\{kind="view"\} (\d+)/.exec(body)?.[1] ?? 0);
    };
    const trips = `${DASHBOARD}?tab=trip&page=2`;
    await rawRequest(server.url, trips);
    const before = await made();
    const asked = Array.from({ length: 25 }, (_, index) => [
      `${trips}&typed-${index}=typed-${index}`,
      `${DASHBOARD}?page=2.5&tab=trip&page=typed-${index}`,
      `${DASHBOARD}.data?tab=trip&page=2&typed-${index}&_routes=routes%2Fdashboard,typed-${index}`,
      `${DASHBOARD}?tab=trip&page=2&q=%20&_=typed-${index}`,
    ]).flat();
    for (const target of asked) {
      const { status, body } = await rawRequest(server.url, target);
      expect([status, /typed-/.exec(body)?.[0]]).toEqual([200, undefined]);
      expect(body).toContain("trip-13");
    }
    // One of documents and one of data, anew each second.
    expect((await made()) - before).toBeLessThan(asked.length / 2);
  });

  it("are made anew when a second has passed, so that ages stay true", async () => {
    const ageOf = async () => {
      const { headers } = await rawRequest(server.url, DASHBOARD);
      return Number(/metrics;desc="\w+, (\d+) s old/.exec(String(headers["server-timing"]))?.[1]);
    };
    const first = await ageOf();
    await expect.poll(ageOf, { interval: 100, timeout: 60_000 }).toBeGreaterThan(first);
  });
});

describe("the build's files", () => {
  it("are sent as the build compressed them, whole or in parts", async () => {
    const path = `/${SCRIPT}`;
    const file = readFileSync(`build/client/${SCRIPT}`);
    const br = await bytes(path, { "accept-encoding": "br" });
    expect(br.body.equals(readFileSync(`build/compressed/${SCRIPT}.br`))).toBe(true);
    const gzip = await bytes(path, { "accept-encoding": "gzip, br;q=0" });
    expect(gzip.body.equals(readFileSync(`build/compressed/${SCRIPT}.gz`))).toBe(true);
    expect((await bytes(path, {})).body.equals(file)).toBe(true);
    const part = await bytes(path, { range: "bytes=10-19", "accept-encoding": "br" });
    expect(part).toMatchObject({ status: 206, coding: undefined });
    expect(part.body.equals(file.subarray(10, 20))).toBe(true);
    const { etag = "" } = br;
    expect(await bytes(path, { "if-none-match": etag })).toMatchObject({ status: 304 });
  });

  it("are not sent again to who has them since they were built", async () => {
    const { headers } = await rawRequest(server.url, `/${SCRIPT}`);
    const built = Date.parse(headers["last-modified"] ?? "");
    const since = async (time: number) => {
      const day = new Date(time).toUTCString();
      return (await bytes(`/${SCRIPT}`, { "if-modified-since": day })).status;
    };
    expect(await since(built)).toBe(304);
    expect(await since(built + 86_400_000)).toBe(304);
    expect(await since(built - 1000)).toBe(200);
  });
});
