import { beforeEach, describe, expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { parseHtml } from "./html-document";
import { useServer } from "../support/use-server";

const PAGE = "/pulsescout/dashboard/status";
const REFRESH = "/pulsescout/dashboard/refresh";
const TOKEN = "metrics-token-1";
const MOMENT = String.raw`\d+ \w{3} \d{4}, \d\d:\d\d:\d\d UTC`;

const env = { METRICS_TOKEN: TOKEN, TRUST_PROXY: "1", LOG_LEVEL: "trace" };
const { upstream, server } = await useServer(env);
beforeEach(() => upstream.reset());

const basic = (password: string, name = "ops") =>
  `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;

interface RequestOptions {
  method?: string;
  /** The right token by default; null for none. */
  authorization?: string | null;
  headers?: Record<string, string>;
  body?: string;
  /** The client's address. By default each request has a new one. */
  from?: string;
}

let clients = 0;
function ask(path: string, options: RequestOptions = {}) {
  clients += 1;
  const { authorization = basic(TOKEN), from = `203.0.113.${clients}`, headers, ...rest } = options;
  return rawRequest(server.url, path, {
    ...rest,
    headers: {
      "X-Forwarded-For": from,
      ...(authorization !== null && { Authorization: authorization }),
      ...headers,
    },
  });
}

const press = (resource: string, options: RequestOptions = {}) =>
  ask(REFRESH, {
    method: "POST",
    body: new URLSearchParams({ resource }).toString(),
    ...options,
    headers: { "Content-Type": "application/x-www-form-urlencoded", ...options.headers },
  });

/** Presses a resource's refresh button, follows the redirect, and returns the text of that page. */
async function refresh(resource: string, from?: string): Promise<string> {
  const response = await press(resource, { ...(from && { from }) });
  expect([response.status, response.headers.location]).toEqual([303, PAGE]);
  const cookie = (response.headers["set-cookie"] ?? []).map((one) => one.split(";")[0]).join("; ");
  const { body } = await ask(PAGE, { headers: { Cookie: cookie } });
  return body.replace(/<script.*?<\/script>/gs, "").replace(/<[^>]*>/g, "");
}

async function rowsOf(caption: string): Promise<string[][]> {
  const root = await parseHtml((await ask(PAGE)).body);
  const tables = root.querySelectorAll("table");
  const table = tables.find((one) => one.querySelector("caption")?.textContent === caption);
  const rows = table?.querySelectorAll("tbody tr") ?? [];
  return rows.map((row) => row.querySelectorAll("th, td").map((cell) => cell.textContent));
}

// The refresh button does nothing for figures that a visit has just loaded, so tests with visits come last.
describe("figures of the operators", { shuffle: false }, () => {
  it("are refreshed only for operators, only from this site, and only if they exist", async () => {
    expect((await press("metrics", { authorization: null })).status).toBe(401);
    expect((await press("metrics", { authorization: basic("wrong-token") })).status).toBe(401);
    const foreign = await press("metrics", { headers: { "Sec-Fetch-Site": "cross-site" } });
    expect(foreign.status).toBe(403);
    await refresh("trips?q=kumquat");
    expect((await ask(REFRESH)).headers.location).toBe(PAGE);
    expect(upstream.count()).toBe(0);
  });

  it("give the reason when the upstream fails, and are not requested again for a moment", async () => {
    upstream.set("*", { kind: "reset" });
    const failed = `Daily Active Users: not refreshed, no connection. Try again from ${MOMENT} on.`;
    expect(await refresh("dailyUsers")).toMatch(new RegExp(failed));
    const calls = upstream.count();
    expect(await refresh("dailyUsers")).toContain("Daily Active Users: asked for a moment ago.");
    expect(upstream.count()).toBe(calls);
    const answers = await rowsOf("Cached answers");
    expect(answers.find(([name]) => name === "Daily Active Users")?.join(" ")).toMatch(
      /Last refresh failed .* no connection, \d+ s ago/,
    );
    const [core] = await rowsOf("Upstreams");
    expect(core?.join(" ")).toMatch(/^Core API .* no connection, \d+ s ago$/);
  });

  it("are refreshed at most ten times a minute for one address", async () => {
    const from = "198.51.100.9";
    for (let count = 0; count < 10; count += 1) await refresh("monthlyUsers", from);
    const refused = await press("metrics", { from });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
    expect(refused.body).toMatch(new RegExp(`from your network. Try again from ${MOMENT} on.`));
    expect(upstream.count("/dashboard/metrics")).toBe(0);
    expect(await refresh("metrics")).toContain("Totals: refreshed.");
    const limits = await rowsOf("Limits reached");
    expect(limits).toContainEqual(["Refresh now from one address in a minute", "1", "1"]);
  });

  it("begin with a verdict: all well, or what is wrong and since when", async () => {
    const verdict = async () => {
      const root = await parseHtml((await ask(PAGE)).body);
      return root.querySelector('main [aria-label="Verdict"]')?.textContent ?? "";
    };
    const visit = (query: string) => ask(`/pulsescout/dashboard?${query}`, { authorization: null });
    await refresh("filters");
    upstream.set("*", { kind: "status", status: 500 });
    // A failed view that one visitor chose does not change the verdict.
    await visit("tab=trip&page=77");
    expect(await verdict()).not.toMatch(/Core API fails|Further pages/);
    await visit("tab=fleet-overview");
    const problems = await verdict();
    const since = `answered with status 500 ?since ${MOMENT}`;
    expect(problems).toMatch(new RegExp(`^Core API fails: ${since}`));
    expect(problems).toMatch(new RegExp(`Total Users: nothing newer, ${since}`));
    upstream.reset();
    await expect
      .poll(async () => {
        await visit("tab=fleet-overview");
        return verdict();
      })
      .toBe("All well");
  });

  it("show which answers visits have loaded, but nothing that visitors searched for", async () => {
    for (const query of [
      "",
      "tab=trip&country=Atlantis",
      "tab=trip&q=0xfeedbeef",
      "tab=trip&q=kumquat",
    ]) {
      await ask(`/pulsescout/dashboard?${query}`, { authorization: null });
    }
    const answers = new Map(
      (await rowsOf("Cached answers")).map(([name, ...rest]) => [name, rest]),
    );
    expect(answers.size).toBe(10);
    const age = expect.stringMatching(/^\d+ s$/) as string;
    expect(answers.get("Totals")?.slice(0, 2)).toEqual(["Fresh", age]);
    expect(Number(answers.get("Totals")?.[2])).toBeGreaterThan(0);
    expect(answers.get("Searches for trips")?.[0]).toBe("2 fresh");
    expect(answers.get("Searches for trips")?.at(-1)).not.toContain("Refresh now");
    expect(answers.get("Filtered lists of trips")?.[0]).toBe("Fresh");

    const latency = await rowsOf("Upstream latency, last hour");
    const time = expect.stringMatching(/ m?s$/) as string;
    const calls = expect.stringMatching(/^\d+$/) as string;
    expect(latency).toContainEqual(["GET /dashboard/metrics", "Core API", calls, "0", time, time]);
    expect(await rowsOf("Instances seen")).toEqual([
      [expect.stringMatching(/^[\da-f]{8}$/), expect.stringMatching(/ ago$/), "This one"],
    ]);
    for (const path of [PAGE, `${PAGE}.data`]) {
      const { body } = await ask(path);
      expect(body).toContain("/trips/search");
      expect(body).not.toMatch(/feedbeef|kumquat|Atlantis|203\.0\.113|127\.0\.0\.1/);
    }
  });
});

it.each([
  PAGE,
  `${PAGE}/`,
  `${PAGE}.data?_routes=routes%2Fdashboard-status`,
  "/PulseScout/Dashboard/%73TATUS.data",
])("access to the operators' page at %s is refused without the token", async (path) => {
  for (const authorization of [null, basic(`${TOKEN}0`), basic("ops", TOKEN), `Basic ${TOKEN}`]) {
    const answer = await ask(path, { authorization });
    expect([authorization, answer.status]).toEqual([authorization, 401]);
    expect(answer.headers["www-authenticate"]).toMatch(/^Basic realm="Operators"/);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.body).not.toMatch(/breaker|Cached|trips|latency/i);
  }
  expect((await ask(path, { method: "HEAD", authorization: null })).status).toBe(401);
});

it("access to the operators' page needs the token and any user name, and the page is not stored", async () => {
  const answer = await ask(PAGE, { authorization: basic(TOKEN, "Zoë") });
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
  });
  expect(answer.body).toContain("Cached answers");
  const data = await ask(`${PAGE}.data`, { authorization: basic(TOKEN, "") });
  expect([data.status, data.headers["cache-control"]]).toEqual([200, "no-store"]);
  expect((await ask("/sitemap.xml", { authorization: null })).body).not.toContain("status");
});

it("access to the operators' page is linked from no visitor's page, and the settings tab has only a heading", async () => {
  for (const tab of ["fleet-overview", "settings"]) {
    const { body } = await ask(`/pulsescout/dashboard?tab=${tab}`, { authorization: null });
    expect(body).not.toMatch(/System status|dashboard\/status/);
  }
  const { body } = await ask("/pulsescout/dashboard?tab=settings", { authorization: null });
  const main = (await parseHtml(body)).querySelector("main");
  expect(main?.querySelector("h1")?.textContent).toBe("Settings");
  expect(main?.querySelectorAll("table, form")).toHaveLength(0);
});
