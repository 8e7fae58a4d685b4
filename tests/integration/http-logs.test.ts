import { afterAll, beforeAll, expect, it } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { rawRequest } from "../support/raw-request";

const TOKEN = "metrics-token-1";
const SAID = "the database at db-7 is down";

interface Line {
  msg: string;
  level: number;
  requestId?: string;
  path?: string;
  [field: string]: unknown;
}

const WARN = 40;

let upstream: FaultyUpstream;
let server: BuiltServer;
beforeAll(async () => {
  upstream = await FaultyUpstream.start();
  upstream.set("*", { kind: "status", status: 500, json: { message: SAID } });
  server = await startBuiltServer({
    env: {
      ...upstream.settings,
      METRICS_TOKEN: TOKEN,
    },
  });
});
afterAll(async () => {
  await server.stop();
  await upstream.stop();
});

const ask = (path: string, options: Parameters<typeof rawRequest>[2] = {}) =>
  rawRequest(server.url, path, options);

/** Asks, and resolves with what was logged of it up to its line in the access log. */
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

it("a POST to what takes none is one plain line, and no error of ours", async () => {
  for (const path of ["/blogs", "/blogs.data", "/blogs/rss.xml", "/nothing-here"]) {
    const lines = await linesOf(path, { method: "POST" });
    expect(lines.map(({ msg }) => msg)).toEqual(["refused by the router", "request"]);
    expect(lines[0]).toMatchObject({ status: 405, statusText: "Method Not Allowed" });
    expect(lines.every(({ level }) => level < WARN)).toBe(true);
  }
  expect(server.lines.join("\n")).not.toContain("[object Object]");
});

it("what a library prints is a line of the log, with the request's id", async () => {
  const lines = await linesOf("/ref/%ff");
  expect(lines.some(({ printed }) => String(printed).includes("could not be decoded"))).toBe(true);
  const unreadable = server.lines.filter((line) => !line.startsWith("{"));
  expect(unreadable).toEqual([`Pulse is ready at ${server.url}`]);
});

it("a referral code is in no line, however its address is spelt", async () => {
  const code = "S3cretOfAPerson";
  for (const path of [
    `/ref/${code}`,
    `/ref/${code}/`,
    `/ref/${code}.data`,
    `/REF/${code}/more`,
    `/ref/${code}%ff`,
    `/%72e%66/${code}`,
    `/ref%2F${code}`,
    `/blogs/../ref/${code}`,
    `/ref\\${code}`,
  ]) {
    const lines = await linesOf(path);
    expect(lines.at(-1)?.path).toBe("/ref/*");
  }
  expect(server.lines.join("\n")).not.toContain(code);
});

it("what an upstream did to a request carries the request's id", async () => {
  const lines = await linesOf("/pulsescout/dashboard");
  expect(lines.some(({ msg, level }) => msg === "upstream" && level === WARN)).toBe(true);
  expect(server.lines.join("\n")).not.toMatch(/"id":/);
});

it("/readyz keeps the upstreams' words to those who have the token", async () => {
  const withToken = { headers: { authorization: `Bearer ${TOKEN}` } };
  expect((await ask("/readyz", withToken)).body).toContain(SAID);
  for (const headers of [{}, { authorization: "Bearer metrics-token-2" }]) {
    const { body } = await ask("/readyz", { headers });
    expect(body).not.toContain(SAID);
    expect(JSON.parse(body)).toMatchObject({
      status: "ready",
      dependencies: [
        {
          name: "core",
          lastFailure: { at: expect.any(String) as string, kind: "http", status: 500 },
        },
        {},
      ],
      selfTest: {
        checks: expect.arrayContaining([
          {
            name: "metrics",
            ok: false,
            ms: expect.any(Number) as number,
            kind: "http",
            status: 500,
          },
        ]) as object[],
      },
    });
  }
});

it("a proxy that is not trusted is told of once", async () => {
  for (let visit = 0; visit < 2; visit += 1) {
    await linesOf("/blogs", { headers: { "X-Forwarded-For": "203.0.113.7" } });
  }
  const warnings = server.lines.filter((line) => line.includes("a proxy is not trusted"));
  expect(warnings.map((line) => JSON.parse(line) as Line)).toMatchObject([
    { level: WARN, trustProxy: "0", peer: "127.0.0.1", header: "x-forwarded-for" },
  ]);
});
