import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { rawRequest } from "../support/raw-request";

const TOKEN = "metrics-token-1";

/** One line of the access log. */
interface LoggedRequest {
  msg: string;
  requestId: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  bytes: number;
  client: string;
}

describe("what operators ask for", () => {
  let server: BuiltServer;
  beforeAll(async () => {
    server = await startBuiltServer({ env: { METRICS_TOKEN: TOKEN, TRUST_PROXY: "1" } });
  });
  afterAll(() => server.kill());

  it("announces itself in one line that ends with the URL", () => {
    const ready = server.lines.filter((line) => line.endsWith(server.url));
    expect(ready).toEqual([`Pulse is ready at ${server.url}`]);
  });

  it("answers /healthz", async () => {
    expect(await rawRequest(server.url, "/healthz")).toMatchObject({ status: 200, body: "ok\n" });
  });

  it("tells the state of each dependency and of the self-test at /readyz", async () => {
    const answer = await rawRequest(server.url, "/readyz");
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toContain("application/json");
    const checks = ["metrics", "totalUsers", "monthlyUsers", "weeklyUsers", "dailyUsers", "trips"];
    expect(JSON.parse(answer.body)).toMatchObject({
      status: "ready",
      dependencies: [
        { name: "core", breaker: "closed", lastFailure: null },
        { name: "auth", breaker: "closed", lastFailure: null },
        { name: "contact-form", breaker: "closed", lastFailure: null },
      ],
      selfTest: { checks: checks.map((name) => ({ name, ok: true })) },
    });
  });

  it("shows metrics to whoever has the token", async () => {
    const ask = (authorization?: string) =>
      rawRequest(server.url, "/metrics", { headers: authorization ? { authorization } : {} });
    for (const wrong of [undefined, "Bearer metrics-token-2", `Basic ${TOKEN}`, "Bearer ", TOKEN]) {
      const refused = await ask(wrong);
      expect(refused.status).toBe(401);
      expect(refused.body).not.toContain("process_cpu");
    }
    const { status, body, headers } = await ask(`Bearer ${TOKEN}`);
    expect(status).toBe(200);
    expect(headers["content-type"]).toContain("text/plain");
    expect(body).toContain("process_cpu_user_seconds_total");
  });

  it("counts requests under few labels, whatever is asked for", async () => {
    for (let page = 0; page < 30; page += 1)
      await rawRequest(server.url, `/made/up/${page}?q=${page}`);
    await rawRequest(server.url, "/pulsescout/dashboard?tab=trip");
    const { body } = await rawRequest(server.url, "/metrics", {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    const count = /^http_request_duration_seconds_count\{(.*)\} (\d+)$/gm;
    const series = new Map(
      [...body.matchAll(count)].map(([, labels, value]) => [labels, Number(value)]),
    );
    expect(series.get('method="GET",route="other",status="404"')).toBe(30);
    expect(series.get('method="GET",route="/pulsescout/dashboard",status="200"')).toBe(1);
    expect(body).not.toContain("/made/up");
    expect(body).toMatch(/^upstream_request_duration_seconds_count\{.*upstream="core".*\} \d+$/m);
    expect(body).toMatch(/^cache_reads_total\{.*policy="trips".*\} \d+$/m);
    expect(body).toMatch(/^cache_entries\{tier="process"\} [1-9]/m);
  });

  it("measures everything that the alerts and the dashboard ask for", async () => {
    const { body } = await rawRequest(server.url, "/metrics", {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    const measured = new Set<string>();
    for (const [, name = "", type] of body.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
      measured.add(name);
      if (type !== "histogram") continue;
      for (const end of ["bucket", "count", "sum"]) measured.add(`${name}_${end}`);
    }
    const [alerts, dashboard] = [await askedByAlerts(), await askedByDashboard()];
    expect(alerts.length).toBeGreaterThan(8);
    expect(dashboard.length).toBeGreaterThan(20);
    expect([...alerts, ...dashboard].filter((name) => !measured.has(name))).toEqual([]);
  });

  it("takes what this site's own pages measured, and from nobody else", async () => {
    const tell = (body: string, from = "same-origin") =>
      rawRequest(server.url, "/vitals", {
        method: "POST",
        headers: { "Sec-Fetch-Site": from, "Content-Type": "text/plain;charset=UTF-8" },
        body,
      });
    const report = JSON.stringify({ page: "/blogs/", vitals: { LCP: 1_234, CLS: 0 } });
    expect(await tell(report)).toMatchObject({ status: 204, body: "" });
    for (const from of ["cross-site", "same-site"]) {
      expect((await tell(report, from)).status).toBe(403);
    }
    expect((await tell("{}")).status).toBe(400);
    expect((await rawRequest(server.url, "/vitals")).status).toBe(404);
    const made = JSON.stringify({ page: "/made/up", vitals: { LCP: 1 } });
    expect((await tell(made)).status).toBe(204);
    const { body } = await rawRequest(server.url, "/metrics", {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(body).toContain('web_vital_seconds_sum{vital="LCP",page="/blogs"} 1.234');
    expect(body).toContain('web_vital_seconds_count{vital="LCP",page="other"} 1');
    expect(body).not.toContain("/made/up");
    expect(body).toContain('http_refusals_total{reason="foreign"} 2');
    expect(body).toMatch(/^upstream_breaker_state\{upstream="core",state="closed"\} 1$/m);
    expect(body).toMatch(/^page_cache_bytes\{kind="file"\} [1-9]/m);
    expect(body).not.toMatch(/^redis_up /m);
  });

  it("logs one line a request, without query string, with the client's network only", async () => {
    await rawRequest(server.url, "/blogs?token=secret-in-query", {
      headers: { "X-Forwarded-For": "203.0.113.77", "User-Agent": "agent-of-a-person" },
    });
    await expect.poll(() => server.lines.some((line) => line.includes('"/blogs"'))).toBe(true);
    const logged = server.lines
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as LoggedRequest)
      .filter(({ msg, path }) => msg === "request" && path === "/blogs");
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatchObject({ method: "GET", client: "203.0.113.0" });
    expect(logged[0]?.requestId).toMatch(/^[0-9a-f]{16}$/);
    expect(logged[0]?.status).toBeGreaterThanOrEqual(200);
    expect(logged[0]?.ms).toBeGreaterThan(0);
    expect(logged[0]?.bytes).toBeGreaterThan(500);
    const everything = server.lines.join("\n");
    for (const private_ of ["secret-in-query", "203.0.113.77", "agent-of-a-person"]) {
      expect(everything).not.toContain(private_);
    }
  });
});

/** What PromQL has of its own, and what stands behind `by`. */
const NO_METRIC =
  /^(?:sum|rate|increase|max|histogram_quantile|max_over_time|by|and|or|label_values|le|up|instance)$/;

/** The names of metrics in an expression of PromQL. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]/g, " ")
    .replace(/by \([^)]*\)/g, " ");
  return (bare.match(/(?<![\w.])[a-z_]\w*/g) ?? []).filter((word) => !NO_METRIC.test(word));
}

async function askedByAlerts(): Promise<string[]> {
  const rules = await readFile("deploy/prometheus-alerts.yml", "utf8");
  const expressions = rules.matchAll(/ expr: ([\s\S]*?)\n +(?:for|labels):/g);
  return [...expressions].flatMap(([, one = ""]) => metricsIn(one.replace(">-", "")));
}

async function askedByDashboard(): Promise<string[]> {
  const file = await readFile("deploy/grafana-dashboard.json", "utf8");
  const expressions = file.matchAll(/"(?:expr|query)": ("(?:[^"\\]|\\.)*")/g);
  return [...expressions]
    .map(([, one = ""]) => JSON.parse(one) as string)
    .filter((one) => one.includes("("))
    .flatMap(metricsIn);
}

it("a failing upstream is told at /readyz but leaves the process ready", async () => {
  const upstream = await FaultyUpstream.start();
  upstream.set("*", { kind: "status", status: 503, json: { message: "database is down" } });
  const server = await startBuiltServer({
    env: upstream.settings,
  });
  for (let visit = 0; visit < 3; visit += 1) await rawRequest(server.url, "/pulsescout/dashboard");
  const { status, body } = await rawRequest(server.url, "/readyz");
  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject({
    status: "ready",
    dependencies: [
      {
        name: "core",
        // Half-open where the machine was busy for a second.
        breaker: expect.stringMatching(/open/) as unknown,
        lastSuccess: null,
        lastFailure: { kind: "http", status: 503 },
      },
      { name: "auth", breaker: "closed" },
    ],
  });
  await server.kill();
  await upstream.stop();
});
