import pino from "pino";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createHttpClient,
  type HttpClient,
  type HttpClientOptions,
  type OnCall,
} from "server/upstream/http-client.server";
import { createContactForm } from "server/upstream/contact-form.server";
import type { UpstreamError } from "server/upstream/upstream-error.server";
import { expectUpstreamError } from "./failure-of";
import { respondWith } from "../support/deletion-site";
import { freePort } from "../support/free-port";
import { startUntrusted } from "../support/self-signed";
import { FaultyUpstream, type Behaviour } from "../support/faulty-upstream";

const PATH = "/dashboard/metrics";
/** Deadline for calls that must not time out, also on a busy machine. */
const PATIENT_MS = 60_000;

let client: HttpClient;
/** How the attempts that were sent ended. */
let sent: Parameters<OnCall>[0][] = [];
const open: HttpClient[] = [];

const upstream = await FaultyUpstream.start();
afterAll(() => upstream.stop());
beforeEach(() => {
  upstream.reset();
  sent = [];
  client = connect();
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

function connect(options: Partial<HttpClientOptions> = {}): HttpClient {
  const parts = { name: "core", baseUrl: upstream.coreApiUrl, timeoutMs: PATIENT_MS } as const;
  const made = createHttpClient({ ...parts, onCall: (call) => sent.push(call), ...options });
  open.push(made);
  return made;
}

const asIs = (json: unknown) => json;
const readFrom = (from: HttpClient) => from.get(PATH, {}, false, asIs);

const LATE = "API request failed: no answer within 0.5 s";
const BROKEN = "API request failed: no connection";
const NOT_UNDERSTOOD = "API request failed: the answer was not understood";
const TOO_LARGE = "API request failed: the answer was too large";
const CLOSED: Behaviour = { kind: "status", status: 503, headers: { "retry-after": "9" } };
const REDIRECT: Behaviour = { kind: "status", status: 302, headers: { location: "/elsewhere" } };

/** An upstream's behaviour, the error of a read, and the number of calls: 2 when a second attempt may help. */
const faults: [string, Behaviour, UpstreamError["kind"], message: string, calls: 1 | 2][] = [
  ["no answer", { kind: "stall" }, "timeout", LATE, 1],
  ["a hang after half a body", { kind: "hang-after-half" }, "timeout", LATE, 1],
  ["a reset connection", { kind: "reset" }, "connection", BROKEN, 2],
  ["a reset after half a body", { kind: "reset-after-half" }, "connection", BROKEN, 2],
  ["a redirect, which is not followed", REDIRECT, "http", "HTTP error 302: Found", 1],
  ["404 without JSON", respondWith(404), "http", "HTTP error 404: Not Found", 1],
  ["503 and a time", CLOSED, "http", "HTTP error 503: Service Unavailable", 1],
  ["503", respondWith(503, { message: "closed" }), "http", "HTTP error 503: closed", 2],
  [
    "429 with a nested, dirty and endless message",
    respondWith(429, { error: { message: `slow\u0000\n\u202edown${"!".repeat(5000)}` } }),
    "http",
    `HTTP error 429: slow down${"!".repeat(191)}`,
    1,
  ],
  ["an unknown status", respondWith(599), "http", "HTTP error 599", 1],
  ["a page with status 200", { kind: "html" }, "invalid", NOT_UNDERSTOOD, 1],
  ["a body without end", { kind: "endless" }, "too-large", TOO_LARGE, 1],
];

it.each(faults)("a read reports %s", async (_, behaviour, kind, message, calls) => {
  upstream.set(PATH, behaviour);
  if (kind === "timeout") {
    client = connect({ timeoutMs: 500 });
    // The wait ends when the upstream has got the call, instead of after its time.
    const wait = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(wait.signal);
    void vi.waitUntil(() => upstream.count() === 1, 60_000).then(() => wait.abort());
  }
  expect(await expectUpstreamError(readFrom(client))).toMatchObject({ kind, message, sent: true });
  await expect.poll(() => upstream.count()).toBe(calls);
});

it("a read resolves with the parsed JSON of a healthy response, and leaves no timer behind", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout");
  const before = timers().length;
  const data = { totalTrips: 48_210 };
  for (let call = 0; call < 5; call += 1) {
    await expect(readFrom(client)).resolves.toMatchObject({ success: true, data });
  }
  expect(timers().length - before).toBeLessThan(5);
  expect(client.state()).toMatchObject({ name: "core", breaker: "closed", lastFailure: null });
  expect(client.state().lastSuccess).not.toBeNull();
  expect(sent[0]).toMatchObject({ upstream: "core", outcome: "ok" });
});

it("refusals of a healthy upstream are counted apart from other error statuses", async () => {
  for (const refusal of [400, 401, 404, 422, 408, 429]) {
    upstream.set(PATH, respondWith(refusal));
    expect(await expectUpstreamError(readFrom(client))).toMatchObject({ status: refusal });
  }
  upstream.set(PATH, respondWith(200, { success: false, error: "no" }));
  const refused = { kind: "refused", message: "no" };
  expect(await expectUpstreamError(readFrom(client))).toMatchObject(refused);
  const outcomes = sent.map((call) => call.outcome);
  expect(outcomes).toEqual([
    ...[400, 401, 404].map((status) => `declined-${status}`),
    "declined",
    "http",
    "http",
    "declined",
  ]);
});

it("the deadline includes the wait for an upstream that is still starting or never does", async () => {
  const starting = connect({ baseUrl: new Promise<string>(() => undefined), timeoutMs: 50 });
  const late = await expectUpstreamError(readFrom(starting));
  expect(late).toMatchObject({ kind: "timeout", sent: false });
  const unreachable = connect({ baseUrl: Promise.reject(new Error("it did not start")) });
  expect((await expectUpstreamError(readFrom(unreachable))).kind).toBe("connection");
});

const request = { method: "POST", path: "/form", body: '{"typed":"a secret"}' } as const;

/** Sends a call to a URL. Resolves with the first line of the log, the error and the client's state. */
async function logOf(baseUrl: string) {
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => void lines.push(line) });
  const other = connect({ baseUrl, logger });
  const failure = await expectUpstreamError(other.send(request, asIs));
  expect(lines.join()).not.toContain("secret");
  const logged = JSON.parse(lines[0] ?? "") as Record<string, unknown>;
  return { failure, logged, ...other.state() };
}

it("a failed call is logged with its cause: certificate, host name, refused connection or reset", async () => {
  const untrusted = await startUntrusted();
  upstream.set("*", { kind: "reset" });
  const closed = `http://127.0.0.1:${await freePort()}`;
  const causes = [];
  for (const url of [untrusted.url, "http://no-such-host.invalid", closed, upstream.origin]) {
    const { failure, logged, lastFailure } = await logOf(url);
    expect([failure.kind, failure.message]).toEqual(["connection", BROKEN]);
    expect(lastFailure?.cause).toBe(logged.cause);
    causes.push([logged.cause, failure.sent]);
  }
  untrusted.stop();
  expect(causes).toEqual([
    ["DEPTH_ZERO_SELF_SIGNED_CERT", false],
    // Without a network nobody can say that there is no such name.
    [expect.stringMatching(/^(?:ENOTFOUND|EAI_AGAIN)$/), false],
    ["ECONNREFUSED", false],
    [expect.stringMatching(/^(?:ECONNRESET|UND_ERR_SOCKET)$/), true],
  ]);
});

it("a connection is tried without a call, and is counted and kept as a failure when it is not taken", async () => {
  await client.tryConnection();
  expect([upstream.count(), sent, client.state().lastFailure]).toEqual([0, [], null]);
  const closed = connect({ name: "auth", baseUrl: `http://127.0.0.1:${await freePort()}/api` });
  await expect(closed.tryConnection()).rejects.toMatchObject({ kind: "connection", sent: false });
  expect(sent).toMatchObject([{ upstream: "auth", outcome: "connection" }]);
  expect(closed.state().lastFailure).toMatchObject({ kind: "connection", cause: "ECONNREFUSED" });
  const untrusted = await startUntrusted();
  await expect(connect({ baseUrl: untrusted.url }).tryConnection()).rejects.toThrow(BROKEN);
  untrusted.stop();
  upstream.set(PATH, respondWith(500));
  await expectUpstreamError(readFrom(client));
  await client.tryConnection();
  expect(client.state().lastFailure).toMatchObject({ status: 500 });
});

it("an answer that is not the documented one counts as invalid, also with status 200", async () => {
  const form = createContactForm(client, "key");
  upstream.set("*", respondWith(200, { ok: true }));
  const message = { first_name: "A", last_name: "B", email: "a@b.test", message: "Hello" };
  expect((await expectUpstreamError(form.submit(message))).kind).toBe("invalid");
  expect(sent.map(({ outcome }) => outcome)).toEqual(["invalid"]);
});

it("send fails with the upstream's own words, and is not retried", async () => {
  const headers = { "retry-after": "9" };
  upstream.set("*", { kind: "status", status: 503, json: { message: "no" }, headers });
  const refusal = client.send({ method: "DELETE", path: "/auth/profile/delete" }, asIs);
  const error = { status: 503, message: "no", retryAfterMs: undefined };
  expect(await expectUpstreamError(refusal)).toMatchObject(error);
  expect(upstream.calls[0]?.headers.connection).toBe("close");
  upstream.set("*", { kind: "reset" });
  expect((await expectUpstreamError(client.send(request, asIs))).kind).toBe("connection");
  expect(upstream.count()).toBe(2);
});

describe("an upstream that keeps failing", () => {
  const search = () => client.get("/trips/search", { q: "x" }, true, asIs).catch(() => null);
  // The cool-down does not pass.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));

  it("gets no more calls after five faults, and the state keeps the reason", async () => {
    upstream.set("*", respondWith(503, { error: "database away" }));
    for (let read = 0; read < 4; read++) await expectUpstreamError(readFrom(client));
    expect(upstream.count()).toBe(5);
    const message = "HTTP error 503: database away";
    const failure = await expectUpstreamError(readFrom(client));
    expect(failure).toMatchObject({ kind: "circuit-open", message, sent: false });
    expect(client.state()).toMatchObject({ breaker: "open", lastFailure: { message } });
  });

  it("is not assumed after a 404, a refusal or a 500", async () => {
    for (const answer of [respondWith(404), respondWith(500), { kind: "failure" } as const]) {
      upstream.set("*", answer);
      for (let call = 0; call < 10; call++) await readFrom(client).catch(() => null);
    }
    expect(upstream.count()).toBe(30);
    expect(client.state().breaker).toBe("closed");
  });

  it("is not assumed after failed queries that one visitor chose, nor over after a successful one", async () => {
    upstream.set("*", respondWith(503));
    for (let call = 0; call < 6; call++) await search();
    expect(client.state()).toMatchObject({ breaker: "closed", lastFailure: null });
    upstream.set("*", respondWith(500));
    await expectUpstreamError(readFrom(client));
    const failing = client.state();
    expect(failing.lastFailure).not.toBeNull();
    upstream.reset();
    await search();
    expect(client.state()).toEqual(failing);
  });
});
