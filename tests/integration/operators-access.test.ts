import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBuiltServer, WITHOUT_UPSTREAM, type BuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { parseHtml } from "./html-document";

const PAGE = "/pulsescout/dashboard/status";
const REFRESH = "/pulsescout/dashboard/refresh";
const TOKEN = "metrics-token-1";
const CACHED = "Cached answers";

let upstream: FaultyUpstream;
let server: BuiltServer;
beforeAll(async () => {
  upstream = await FaultyUpstream.start();
  const env = { ...upstream.settings, METRICS_TOKEN: TOKEN, TRUST_PROXY: "1", LOG_LEVEL: "trace" };
  server = await startBuiltServer({ env });
});
afterAll(async () => {
  await server.kill();
  await upstream.stop();
});

const basic = (password: string, name = "ops") =>
  `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;

let clients = 0;
/** Asks from a network of its own unless told. */
function ask(path: string, authorization?: string, options: RequestInit & { from?: string } = {}) {
  clients += 1;
  const { from = `203.0.113.${clients}`, headers, ...init } = options;
  return fetch(server.url + path, {
    redirect: "manual",
    ...init,
    headers: {
      "X-Forwarded-For": from,
      ...(authorization && { Authorization: authorization }),
      ...(headers as Record<string, string>),
    },
  });
}

const press = (authorization?: string, headers: Record<string, string> = {}) =>
  ask(REFRESH, authorization, {
    method: "POST",
    body: new URLSearchParams({ resource: "metrics" }),
    headers,
  });

// What a visit has just brought is not refreshed: the visits come last.
describe("with METRICS_TOKEN the operators' page", { shuffle: false }, () => {
  const spellings = [
    PAGE,
    `${PAGE}/`,
    `${PAGE}.data`,
    `${PAGE}.data?_routes=routes%2Fdashboard-status`,
    "/pulsescout/dashboard/%73tatus",
    "/PulseScout/Dashboard/STATUS",
    "/pulsescout/dashboard/STATUS.data",
  ];

  it.each(spellings)("at %s is for nobody without the token", async (path) => {
    const wrong = [undefined, basic(""), basic(`${TOKEN}0`), basic("ops", TOKEN), `Basic ${TOKEN}`];
    for (const method of ["GET", "HEAD"]) {
      for (const authorization of wrong) {
        const answer = await ask(path, authorization, { method });
        expect([path, authorization, answer.status]).toEqual([path, authorization, 401]);
        expect(answer.headers.get("WWW-Authenticate")).toMatch(/^Basic realm="Operators"/);
        expect(answer.headers.get("Cache-Control")).toBe("no-store");
        expect(await answer.text()).not.toMatch(/breaker|Cached|trips|latency/i);
      }
    }
  });

  it("is shown to whoever has it, whatever their name, and kept by nobody", async () => {
    for (const name of ["", "ops", "Zoë"]) {
      const answer = await ask(PAGE, basic(TOKEN, name));
      expect(answer.status).toBe(200);
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
      expect(answer.headers.get("X-Robots-Tag")).toBe("noindex");
      const html = await answer.text();
      expect(html).toContain(CACHED);
      expect(html).toMatch(/<meta name="robots" content="noindex"/);
    }
    const data = await ask(`${PAGE}.data`, basic(TOKEN));
    expect([data.status, data.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect(await (await ask("/sitemap.xml")).text()).not.toContain("status");
  });

  it("refreshes figures for operators alone, and from this site alone", async () => {
    const before = upstream.count("/dashboard/metrics");
    expect((await press()).status).toBe(401);
    expect((await press(basic("wrong-token"))).status).toBe(401);
    expect((await press(basic(TOKEN), { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    expect(upstream.count("/dashboard/metrics")).toBe(before);
    const pressed = await press(basic(TOKEN), { "Sec-Fetch-Site": "same-origin" });
    expect([pressed.status, pressed.headers.get("Location")]).toEqual([303, PAGE]);
    expect(upstream.count("/dashboard/metrics")).toBe(before + 1);
  });

  it("cannot be guessed: after ten wrong tokens a network waits, at every door", async () => {
    const from = "198.51.100.7";
    for (let guess = 0; guess < 10; guess += 1) {
      const path = ["/metrics", PAGE, `${PAGE}.data`][guess % 3] ?? "";
      expect((await ask(path, basic(`guess-${guess}`), { from })).status).toBe(401);
    }
    for (const path of [PAGE, `${PAGE}.data`, "/metrics"]) {
      const answer = await ask(path, basic(TOKEN), { from });
      expect([path, answer.status]).toEqual([path, 429]);
      const wait = Number(answer.headers.get("Retry-After"));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(900);
      expect(await answer.text()).not.toContain("breaker");
    }
    // No instance is taken out of rotation, and others have their own tries.
    expect((await ask("/readyz", `Bearer ${TOKEN}`, { from })).status).toBe(200);
    expect((await ask(PAGE, basic(TOKEN))).status).toBe(200);
    // What was right never counted.
    for (let visit = 0; visit < 12; visit += 1) {
      expect((await ask(PAGE, basic(TOKEN), { from: "198.51.100.8" })).status).toBe(200);
    }
    expect(server.lines.join("\n")).not.toMatch(/guess-\d|metrics-token/);
  });

  it("is led to by no page of visitors, and the settings tab is its heading alone", async () => {
    for (const tab of ["fleet-overview", "trip", "driver", "settings"]) {
      const html = await (await ask(`/pulsescout/dashboard?tab=${tab}`)).text();
      expect(html).not.toMatch(/System status|dashboard\/status/);
    }
    const settings = await (await ask("/pulsescout/dashboard?tab=settings")).text();
    const main = (await parseHtml(settings)).querySelector("main");
    expect(main?.querySelector("h1")?.textContent).toBe("Settings");
    expect(main?.querySelectorAll("table, form")).toHaveLength(0);
    const data = await ask("/pulsescout/dashboard.data?tab=settings");
    expect(await data.text()).not.toMatch(/breaker|latency|limits/);
  });
});

it("without METRICS_TOKEN there is no operators' page in production", async () => {
  const production = await startBuiltServer({
    env: {
      ...WITHOUT_UPSTREAM,
      APP_ENV: "production",
      SITE_URL: "https://pulse.test",
      SESSION_SECRET: "s".repeat(32),
    },
  });
  for (const path of [PAGE, `${PAGE}.data`]) {
    const answer = await fetch(production.url + path, { headers: { Authorization: basic("") } });
    expect([path, answer.status]).toEqual([path, 404]);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  }
  const body = new URLSearchParams({ resource: "metrics" });
  const pressed = await fetch(production.url + REFRESH, { method: "POST", body });
  expect(pressed.status).toBe(404);
  await production.kill();
});
