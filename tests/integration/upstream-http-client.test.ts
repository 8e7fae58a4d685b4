import pino from "pino";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import {
  createHttpClient,
  type HttpClient,
  type UpstreamCall,
} from "server/upstream/http-client.server";
import type { UpstreamError } from "server/upstream/upstream-error.server";
import { expectUpstreamError } from "./failure-of";
import { respondWith } from "../support/deletion-site";
import { freePort } from "../support/free-port";
import { portOf, selfSigned, startHttpsFront } from "../support/https-front";
import { FaultyUpstream, type Behaviour } from "../support/faulty-upstream";

const PATH = "/dashboard/metrics";
const TIMEOUT_MS = 1000;
/** Deadline for calls that must not time out, also on a busy machine. */
const PATIENT_MS = 30_000;

let client: HttpClient;
let sent: UpstreamCall[];

const upstream = await FaultyUpstream.start();
afterAll(() => upstream.stop());
beforeEach(() => {
  upstream.reset();
  sent = [];
  client = connect(PATIENT_MS);
});
afterEach(() => client.close());

function connect(timeoutMs: number): HttpClient {
  return createHttpClient({
    name: "core",
    baseUrl: upstream.coreApiUrl,
    timeoutMs,
    onCall: (call) => sent.push(call),
  });
}

const LATE = "API request failed: no answer within 1 s";
const BROKEN = "API request failed: no connection";
const NOT_UNDERSTOOD = "API request failed: the answer was not understood";
const TOO_LARGE = "API request failed: the answer was too large";
const REDIRECT: Behaviour = { kind: "redirect", to: "/elsewhere" };

/** An upstream's behaviour, the error of a read, and the number of calls: 2 when a second attempt may help. */
const faults: [string, Behaviour, UpstreamError["kind"], message: string, calls: 1 | 2][] = [
  ["no answer", { kind: "stall" }, "timeout", LATE, 1],
  ["a hang after half a body", { kind: "hang-after-half" }, "timeout", LATE, 1],
  ["a reset connection", { kind: "reset" }, "connection", BROKEN, 2],
  ["a reset after half a body", { kind: "reset-after-half" }, "connection", BROKEN, 2],
  ["a redirect, which is not followed", REDIRECT, "http", "HTTP error 302: Found", 1],
  ["404 without JSON", respondWith(404), "http", "HTTP error 404: Not Found", 1],
  [
    "503 with a message",
    respondWith(503, { message: "closed" }),
    "http",
    "HTTP error 503: closed",
    2,
  ],
  [
    "429 with a nested, dirty and endless message",
    respondWith(429, { error: { message: `slow\u0000\n\u202edown${"!".repeat(5000)}` } }),
    "http",
    `HTTP error 429: slow down${"!".repeat(191)}`,
    1,
  ],
  ["an unknown status", respondWith(599), "http", "HTTP error 599", 1],
  ["invalid JSON", { kind: "invalid-json" }, "invalid", NOT_UNDERSTOOD, 1],
  ["a page with status 200", { kind: "html" }, "invalid", NOT_UNDERSTOOD, 1],
  ["a body without end", { kind: "endless" }, "too-large", TOO_LARGE, 1],
];

it("get resolves with the parsed JSON of a healthy response", async () => {
  const sentAt = Date.now();
  await expect(client.get(PATH)).resolves.toMatchObject({
    success: true,
    data: { totalTrips: 48_210 },
  });
  expect(client.state()).toMatchObject({ name: "core", breaker: "closed", lastFailure: null });
  expect(client.state().lastSuccess).toBeGreaterThanOrEqual(sentAt);
  expect(sent).toMatchObject([{ upstream: "core", outcome: "ok" }]);
});

it("get leaves no timer behind that would keep the process from exiting", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout");
  const before = timers().length;
  for (let call = 0; call < 5; call++) await client.get(PATH);
  expect(timers().length - before).toBeLessThan(5);
});

it.each(faults)("get reports %s", async (_, behaviour, kind, message, calls) => {
  upstream.set(PATH, behaviour);
  if (kind === "timeout") client = connect(TIMEOUT_MS);
  expect(await expectUpstreamError(client.get(PATH))).toMatchObject({ kind, message, sent: true });
  expect(upstream.count()).toBe(calls);
});

it("get distinguishes refusals of a healthy upstream from other error statuses", async () => {
  for (const refusal of [400, 401, 404, 422, 408, 429]) {
    upstream.set(PATH, respondWith(refusal));
    expect(await expectUpstreamError(client.get(PATH))).toMatchObject({ status: refusal });
  }
  upstream.set(PATH, respondWith(200, { success: false, error: "no" }));
  const refused = { kind: "refused", message: "no" };
  expect(await expectUpstreamError(client.get(PATH))).toMatchObject(refused);
  const outcomes = sent.map((call) => call.outcome);
  expect(outcomes).toEqual([...Array<string>(4).fill("declined"), "http", "http", "declined"]);
});

it("get reports a base URL that cannot be resolved as a connection failure", async () => {
  const unreachable = createHttpClient({
    name: "core",
    baseUrl: () => Promise.reject(new Error("sandbox did not start")),
    timeoutMs: TIMEOUT_MS,
  });
  expect((await expectUpstreamError(unreachable.get(PATH))).kind).toBe("connection");
  await unreachable.close();
});

const request = { method: "POST", path: "/form", body: '{"typed":"a secret"}' } as const;

/** Sends a call to a URL. Resolves with the log, the error and the client's last failure. */
async function logOf(baseUrl: string) {
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => void lines.push(line) });
  const other = createHttpClient({
    name: "core",
    baseUrl,
    timeoutMs: PATIENT_MS,
    logger,
    onCall: (call) => sent.push(call),
  });
  const failure = await expectUpstreamError(other.send(request));
  const { lastFailure } = other.state();
  await other.close();
  return { failure, lines, lastFailure };
}

it("a failed call is logged with its cause: certificate, host name, refused connection or reset", async () => {
  const front = await startHttpsFront(upstream.origin, selfSigned());
  upstream.set("*", { kind: "reset" });
  const causes = [];
  for (const baseUrl of [
    `https://localhost:${portOf(front)}`,
    "http://no-such-host.invalid",
    `http://127.0.0.1:${await freePort()}`,
    upstream.origin,
  ]) {
    const { failure, lines, lastFailure } = await logOf(baseUrl);
    expect([failure.kind, failure.message]).toEqual(["connection", BROKEN]);
    const { cause } = JSON.parse(lines[0] ?? "") as { cause: unknown };
    expect(lastFailure?.cause).toBe(cause);
    expect(lines.join()).not.toContain("secret");
    causes.push([cause, failure.sent]);
  }
  front.close();
  expect(causes).toEqual([
    ["DEPTH_ZERO_SELF_SIGNED_CERT", false],
    ["ENOTFOUND", false],
    ["ECONNREFUSED", false],
    [expect.stringMatching(/^(?:ECONNRESET|UND_ERR_SOCKET)$/), true],
  ]);
});

it("send fails with the upstream's own words, and is not retried", async () => {
  upstream.set("*", respondWith(503, { message: "no" }));
  const refusal = client.send({ method: "DELETE", path: "/auth/profile/delete" });
  expect(await expectUpstreamError(refusal)).toMatchObject({ status: 503, message: "no" });
  upstream.set("*", { kind: "reset" });
  const failure = await expectUpstreamError(
    client.send({ method: "POST", path: "/form", body: "{}" }),
  );
  expect(failure.kind).toBe("connection");
  expect(upstream.count()).toBe(2);
});
