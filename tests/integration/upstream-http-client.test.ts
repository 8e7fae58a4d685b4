import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createHttpClient,
  type HttpClient,
  type UpstreamCall,
} from "server/upstream/http-client.server";
import type { UpstreamError } from "server/upstream/upstream-error.server";
import { failureOf } from "./failure-of";
import { FaultyUpstream, type Behaviour } from "../support/faulty-upstream";

const PATH = "/dashboard/metrics";
const TIMEOUT_MS = 1000;
/** For what does not end by its deadline, also on a busy machine. */
const PATIENT_MS = 30_000;

let upstream: FaultyUpstream;
let client: HttpClient;
let sent: UpstreamCall[];

beforeAll(async () => {
  upstream = await FaultyUpstream.start();
});
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

interface Fault {
  name: string;
  behaviour: Behaviour;
  kind: UpstreamError["kind"];
  text: string;
  status?: number;
  /** Calls that one read makes; 2 when it is worth a retry. */
  calls?: number;
}

const faults: Fault[] = [
  {
    name: "no answer",
    behaviour: { kind: "stall" },
    kind: "timeout",
    text: "API request failed: no answer within 1 s",
  },
  {
    name: "a hang after half a body",
    behaviour: { kind: "hang-after-half" },
    kind: "timeout",
    text: "API request failed: no answer within 1 s",
  },
  {
    name: "a reset connection",
    behaviour: { kind: "reset" },
    kind: "connection",
    text: "API request failed: no connection",
    calls: 2,
  },
  {
    name: "a reset after half a body",
    behaviour: { kind: "reset-after-half" },
    kind: "connection",
    text: "API request failed: no connection",
    calls: 2,
  },
  {
    name: "404 without JSON",
    behaviour: { kind: "status", status: 404 },
    kind: "http",
    text: "HTTP error 404: Not Found",
    status: 404,
  },
  {
    name: "500 with JSON",
    behaviour: { kind: "status", status: 500, json: { success: false, error: "database away" } },
    kind: "http",
    text: "HTTP error 500: database away",
    status: 500,
  },
  {
    name: "500 with a page instead of JSON",
    behaviour: { kind: "status", status: 500, text: "<h1>Oops</h1>" },
    kind: "http",
    text: "HTTP error 500: Internal Server Error",
    status: 500,
  },
  {
    name: "503 with a message",
    behaviour: { kind: "status", status: 503, json: { message: "service unavailable" } },
    kind: "http",
    text: "HTTP error 503: service unavailable",
    status: 503,
    calls: 2,
  },
  {
    name: "429 with a nested, dirty and endless message",
    behaviour: {
      kind: "status",
      status: 429,
      json: { error: { message: `slow\u0000\n\u202edown${"!".repeat(5000)}` } },
    },
    kind: "http",
    text: `HTTP error 429: slow down${"!".repeat(191)}`,
    status: 429,
  },
  {
    name: "an unknown status",
    behaviour: { kind: "status", status: 599 },
    kind: "http",
    text: "HTTP error 599",
    status: 599,
  },
  {
    name: "invalid JSON",
    behaviour: { kind: "invalid-json" },
    kind: "invalid",
    text: "API request failed: the answer was not understood",
  },
  {
    name: "a page with status 200",
    behaviour: { kind: "html" },
    kind: "invalid",
    text: "API request failed: the answer was not understood",
  },
  {
    name: "a 50 MB body",
    behaviour: { kind: "huge" },
    kind: "too-large",
    text: "API request failed: the answer was too large",
  },
  {
    name: "a small body that unpacks to 9 MB",
    behaviour: { kind: "gzip", padding: 9 * 1024 * 1024 },
    kind: "too-large",
    text: "API request failed: the answer was too large",
  },
];

describe("get", () => {
  it("brings the parsed JSON of a healthy answer", async () => {
    await expect(client.get(PATH)).resolves.toMatchObject({
      success: true,
      data: { totalTrips: 48_210 },
    });
    expect(client.state()).toMatchObject({ name: "core", breaker: "closed", lastFailure: null });
    expect(client.state().lastSuccess).toBeGreaterThan(Date.now() - 5000);
    expect(sent).toMatchObject([{ upstream: "core", method: "GET", outcome: "ok" }]);
  });

  it("sends the query, leaves out what is undefined, and sends no cookie", async () => {
    await client.get("/trips", { page: 2, country: "Côte d'Ivoire & more", date: undefined });
    const call = upstream.calls[0];
    expect(Object.fromEntries(call?.query ?? [])).toEqual({
      page: "2",
      country: "Côte d'Ivoire & more",
    });
    expect(call?.headers).not.toHaveProperty("cookie");
  });

  it("reads a compressed answer", async () => {
    upstream.set(PATH, { kind: "gzip" });
    await expect(client.get(PATH)).resolves.toMatchObject({ data: { totalTrips: 48_210 } });
  });

  it("leaves no deadline behind that would keep the process from ending", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout");
    const before = timers().length;
    for (let call = 0; call < 5; call++) await client.get(PATH);
    expect(timers().length - before).toBeLessThan(5);
  });

  it.each(faults)("names $name", async ({ behaviour, kind, text, status, calls = 1 }) => {
    upstream.set(PATH, behaviour);
    if (kind === "timeout") client = connect(TIMEOUT_MS);
    const failure = await failureOf(client.get(PATH));
    expect(failure).toMatchObject({ kind, message: text, status });
    expect(upstream.count()).toBe(calls);
    const outcome = status === 400 || status === 404 ? "declined" : kind;
    expect(sent.map((call) => call.outcome)).toEqual(Array(calls).fill(outcome));
  });

  it.each([
    ...[400, 401, 404, 422].map((status) => ({ status, outcome: "declined" })), // the upstream is well
    ...[408, 429].map((status) => ({ status, outcome: "http" })), // no answer to what was asked
  ])("calls $status '$outcome'", async ({ status, outcome }) => {
    upstream.set(PATH, { kind: "status", status });
    await failureOf(client.get(PATH));
    expect(sent.map((call) => call.outcome)).toEqual([outcome]);
  });

  it("follows no redirect", async () => {
    const elsewhere = await FaultyUpstream.start();
    upstream.set(PATH, { kind: "redirect", to: `${elsewhere.coreApiUrl}${PATH}` });
    const failure = await failureOf(client.get(PATH));
    expect(failure).toMatchObject({ kind: "http", message: "HTTP error 302: Found", status: 302 });
    expect(elsewhere.count()).toBe(0);
    await elsewhere.stop();
  });

  it("says so when nothing listens", async () => {
    await upstream.stop();
    const failure = await failureOf(client.get(PATH));
    await upstream.start();
    expect(failure).toMatchObject({
      kind: "connection",
      message: "API request failed: no connection",
    });
    expect(sent).toHaveLength(2);
  });

  it("succeeds when only the first attempt fails", async () => {
    upstream.set(PATH, { kind: "reset" });
    const read = client.get(PATH);
    await expect.poll(() => upstream.count()).toBe(1);
    upstream.reset();
    await expect(read).resolves.toMatchObject({ success: true });
  });

  it("keeps memory flat while bodies of 50 MB come in", async () => {
    upstream.set("*", { kind: "huge" });
    const before = process.memoryUsage().rss;
    const single = createHttpClient({
      name: "core",
      baseUrl: upstream.coreApiUrl,
      timeoutMs: 10_000,
      breaker: false,
    });
    for (let round = 0; round < 3; round++) {
      const reads = Array.from({ length: 6 }, () => failureOf(single.get(PATH)));
      for (const failure of await Promise.all(reads)) expect(failure.kind).toBe("too-large");
    }
    await single.close();
    // 18 bodies of 50 MB are 900 MB; six answers of at most 8 MiB are held at a time.
    expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024);
  });

  it("turns a base URL that cannot be had into a connection failure", async () => {
    const lost = createHttpClient({
      name: "core",
      baseUrl: () => Promise.reject(new Error("sandbox did not start")),
      timeoutMs: TIMEOUT_MS,
      retry: false,
    });
    expect((await failureOf(lost.get(PATH))).kind).toBe("connection");
    await lost.close();
  });
});

describe("send", () => {
  it("posts JSON with its headers", async () => {
    upstream.set("/auth/whatsapp/verify-otp", { kind: "json", json: { action: "login" } });
    const answer = await client.send({
      method: "POST",
      path: "/auth/whatsapp/verify-otp",
      json: { otp: "123456" },
      headers: { authorization: "Bearer abc" },
    });
    expect(answer).toEqual({ status: 200, body: { action: "login" } });
    const call = upstream.calls[0];
    expect(call?.method).toBe("POST");
    expect(call?.headers).toMatchObject({
      "content-type": "application/json",
      authorization: "Bearer abc",
    });
    expect(JSON.parse(call?.body ?? "")).toEqual({ otp: "123456" });
  });

  it("posts a multipart form", async () => {
    upstream.set("/form", { kind: "json", json: { success: true } });
    await client.send({ method: "POST", path: "/form", form: { first_name: "Ada" } });
    const call = upstream.calls[0];
    expect(call?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(call?.body).toMatch(/name="first_name"\r\n\r\nAda\r\n/);
  });

  it.each([400, 429, 500, 503])("brings the body of a %i, without a retry", async (status) => {
    upstream.set("*", { kind: "status", status, json: { message: "no" } });
    const answer = await client.send({ method: "DELETE", path: "/auth/profile/delete" });
    expect(answer).toEqual({ status, body: { message: "no" } });
    expect(upstream.count()).toBe(1);
  });

  it("is not retried after a reset", async () => {
    upstream.set("*", { kind: "reset" });
    const failure = await failureOf(client.send({ method: "POST", path: "/form", json: {} }));
    expect(failure.kind).toBe("connection");
    expect(upstream.count()).toBe(1);
  });
});
