import { expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { useServer } from "../support/use-server";

const TOKEN = "metrics-token-1";
const MESSAGE = "the database at db-7 is down";

type Line = Record<string, unknown>;

const FAILING = { kind: "status", status: 500, json: { message: MESSAGE } } as const;

const { upstream, server } = await useServer({ METRICS_TOKEN: TOKEN, TRUST_PROXY: "1" }, (own) =>
  own.set("*", FAILING),
);

const ask = (path: string, options: Parameters<typeof rawRequest>[2] = {}) =>
  rawRequest(server.url, path, options);
const withToken = (token = TOKEN) => ({ headers: { authorization: `Bearer ${token}` } });

/** Sends a request. Resolves with its log lines, up to and including its access log line. */
async function linesOf(...request: Parameters<typeof ask>): Promise<Line[]> {
  const from = server.lines.length;
  const { headers } = await ask(...request);
  const own = () =>
    server.lines
      .slice(from)
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Line)
      .filter(({ requestId }) => requestId === headers["x-request-id"]);
  await expect.poll(() => own().some(({ msg }) => msg === "request")).toBe(true);
  return own();
}

it("the log announces the server in one line that ends with the URL; every other line is JSON", async () => {
  // A library prints a warning about this URL.
  const lines = await linesOf("/ref/%ff");
  expect(lines.some(({ printed }) => String(printed).includes("could not be decoded"))).toBe(true);
  const plain = server.lines.filter((line) => !line.startsWith("{"));
  expect(plain).toEqual([
    expect.stringMatching(`^Pulse, build [0-9a-f]{12}, is ready at ${server.url}$`),
  ]);
});

it("the log has one line per request, without the query string, and with the client's network only", async () => {
  const logged = await linesOf("/blogs?token=secret-in-query", {
    headers: { "X-Forwarded-For": "203.0.113.77", "User-Agent": "agent-of-a-person" },
  });
  expect(logged).toMatchObject([
    { method: "GET", path: "/blogs", status: 200, client: "203.0.113.0" },
  ]);
  expect(logged[0]?.ms).toBeGreaterThan(0);
  expect(logged[0]?.bytes).toBeGreaterThan(500);
  expect(server.lines.join("\n")).not.toMatch(/secret-in-query|203\.0\.113\.77|agent-of-a-person/);
});

it("/readyz shows each dependency and the self-test, and upstream messages only with the token", async () => {
  upstream.set("*", FAILING);
  await ask("/pulsescout/dashboard");
  // A self-test that takes long does not delay the start.
  await expect.poll(async () => (await ask("/readyz")).body).not.toContain('"selfTest":null');
  expect((await ask("/readyz", withToken())).body).toContain(MESSAGE);
  const { status, headers, body } = await ask("/readyz", withToken("metrics-token-2"));
  expect(body).not.toContain(MESSAGE);
  // A failing upstream does not take the process out of rotation.
  expect(status).toBe(200);
  expect(headers["content-type"]).toContain("application/json");
  const failure = { kind: "http", status: 500 };
  const reads = ["metrics", "totalUsers", "monthlyUsers", "weeklyUsers", "dailyUsers", "trips"];
  expect(JSON.parse(body)).toMatchObject({
    status: "ready",
    dependencies: [
      { name: "core", breaker: "closed", lastFailure: failure },
      { name: "auth", breaker: "closed", lastFailure: null },
      { name: "contact-form", breaker: "closed", lastFailure: null },
    ],
    selfTest: {
      checks: [
        ...reads.map((name) => ({ name, ok: false, ...failure })),
        ...["auth", "contact-form"].map((name) => ({ name, ok: true })),
      ],
    },
  });
});

it("metrics count requests under few labels, whatever the URL", async () => {
  upstream.reset();
  for (let page = 0; page < 5; page += 1) await ask(`/made/up/${page}?q=${page}`);
  await ask("/pulsescout/dashboard?tab=trip&page=2");
  const { body, headers } = await ask("/metrics", withToken());
  expect(headers["content-type"]).toContain("text/plain");
  expect(body).not.toContain("/made/up");
  const requests = String.raw`http_request_duration_seconds_count\{method="GET",route=`;
  for (const line of [
    `${requests}"other",status="404"\\} 5`,
    `${requests}"/pulsescout/dashboard",status="200"\\} 1`,
    String.raw`upstream_request_duration_seconds_count\{.*upstream="core".*\} \d+`,
    String.raw`cache_reads_total\{.*policy="trips".*\} \d+`,
    String.raw`limit_hits_total\{rule="chosenRead"\} 0`,
    String.raw`nodejs_eventloop_lag_p99_seconds [\d.]+`,
    String.raw`pulse_build_info\{build="[0-9a-f]{12}"\} 1`,
  ]) {
    expect(body).toMatch(new RegExp(`^${line}$`, "m"));
  }
});
