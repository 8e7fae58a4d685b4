import type { OutgoingHttpHeaders } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  startBuiltServer,
  type BuiltServer,
  type BuiltServerOptions,
} from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FormClient } from "../support/form-client";
import { rawRequest } from "../support/raw-request";

const PAGE = "/pulsescout/delete-user";
const OLD = "an old secret that is long enough to be used";
const NEW = "a new secret that is long enough to be used";

let upstream: FaultyUpstream;
let lastPhone = 9_700_000_000;
const newPhone = () => String((lastPhone += 1));

async function start(options: BuiltServerOptions = {}): Promise<BuiltServer> {
  const env = {
    SANDBOX: "off",
    CORE_API_URL: upstream.origin,
    AUTH_API_URL: upstream.origin,
    ...options.env,
  };
  return startBuiltServer({ ...options, env });
}

beforeAll(async () => {
  upstream = await FaultyUpstream.start();
});
afterAll(() => upstream.stop());
beforeEach(() => {
  upstream.reset();
  upstream.set("/auth/whatsapp/send-otp", { kind: "json", json: { sessionId: "s-1" } });
  upstream.set("/auth/whatsapp/verify-otp", {
    kind: "json",
    json: { action: "login", token: "t-1" },
  });
  upstream.set("/auth/profile/delete", {
    kind: "json",
    json: { message: "Account deleted successfully" },
  });
});

async function deleteAccount(client: FormClient): Promise<string> {
  await client.press("Verify OTP", { otp: "482913" });
  await client.press("Delete Account", { reason: "Privacy concerns" });
  return (await client.press("Delete")).html;
}

describe("when the secret is rotated", () => {
  it("people in the middle of a journey carry on; a foreign secret's session is none", async () => {
    const before = await start({ env: { SESSION_SECRET: OLD } });
    const client = new FormClient(before.url);
    await client.open(PAGE);
    await client.press("Send OTP", { phone: newPhone() });
    await before.kill();

    const after = await start({ env: { SESSION_SECRET: `${NEW},${OLD}` } });
    const moved = new FormClient(after.url);
    for (const [name, value] of client.cookies) moved.cookies.set(name, value);
    await moved.open(PAGE);
    expect(await deleteAccount(moved)).toContain("Account Deleted Successfully");

    const foreign = new FormClient(after.url);
    const elsewhere = await start({
      env: { SESSION_SECRET: "a foreign secret that is long enough" },
    });
    const there = new FormClient(elsewhere.url);
    await there.open(PAGE);
    await there.press("Send OTP", { phone: newPhone() });
    for (const [name, value] of there.cookies) foreign.cookies.set(name, value);
    expect((await foreign.open(PAGE)).html).toContain("Send OTP");
    await Promise.all([after.kill(), elsewhere.kill()]);
  });
});

describe("under plain remix-serve", () => {
  it("the whole journey works", async () => {
    const server = await start({ under: "remix-serve" });
    const client = new FormClient(server.url);
    await client.open(PAGE);
    await client.press("Send OTP", { phone: newPhone() });
    expect(await deleteAccount(client)).toContain("Account Deleted Successfully");
    expect(client.page.headers.get("Clear-Site-Data")).toBe('"storage"');
    await server.kill();
  });
});

describe("behind a proxy that ends https", () => {
  let server: BuiltServer;
  beforeAll(async () => {
    server = await start({ env: { TRUST_PROXY: "1", SITE_URL: "https://pulse.example.com" } });
  });
  afterAll(() => server.kill());

  const send = (headers: OutgoingHttpHeaders, path = PAGE) =>
    rawRequest(server.url, path, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
      body: `intent=send&phone=${newPhone()}`,
    });
  const proxied = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "pulse.example.com" };

  it("the cookie is Secure and bound to the host", async () => {
    const answer = await send({ ...proxied, Origin: "https://pulse.example.com" });
    expect(answer.status).toBe(303);
    const cookies = [answer.headers["set-cookie"]].flat().map(String);
    expect(cookies).toContainEqual(
      expect.stringMatching(
        /^__Host-pulse-deletion=.*; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      ),
    );
    for (const cookie of cookies) expect(cookie).toMatch(/; Secure/);
  });

  it("counts people behind the proxy by their own address", async () => {
    for (let sent = 0; sent < 60; sent += 1) {
      expect((await send({ ...proxied, "X-Forwarded-For": "203.0.113.7" })).status).toBe(303);
    }
    const over = await send({ ...proxied, "X-Forwarded-For": "203.0.113.7" });
    expect(over.status).toBe(429);
    expect(Number(over.headers["retry-after"])).toBeGreaterThan(3000);
    const calls = upstream.count();
    expect((await send({ ...proxied, "X-Forwarded-For": "203.0.113.8" })).status).toBe(303);
    expect(upstream.count()).toBe(calls + 1);
  });

  it.each([
    ["a document", PAGE],
    ["single fetch", `${PAGE}.data`],
    ["an old data request", `${PAGE}?_data=routes%2Fdelete-user`],
    ["a resource route", `${PAGE}/reminder.ics`],
  ])("sends nothing upstream for %s from another site", async (_, path) => {
    const foreign = [
      { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.test" },
      { "Sec-Fetch-Site": "cross-site", Origin: "null" },
      { "Sec-Fetch-Site": "cross-site" },
      { Origin: "https://evil.test" },
      { Origin: "null" },
    ];
    for (const headers of foreign) {
      const answer = await send({ ...proxied, ...headers }, path);
      expect(answer.status).toBe(403);
      expect(answer.body).toContain("<!doctype html>");
    }
    expect(upstream.count()).toBe(0);
  });

  it("takes its own forms, whatever the browser says of their origin", async () => {
    for (const headers of [
      { "Sec-Fetch-Site": "same-origin", Origin: "null" },
      { "Sec-Fetch-Site": "same-origin" },
      { Origin: "https://pulse.example.com" },
    ]) {
      expect((await send({ ...proxied, ...headers })).status).toBe(303);
    }
    expect(upstream.count()).toBe(3);
  });
});
