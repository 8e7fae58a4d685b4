import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createHttpClient, type HttpClient } from "server/upstream/http-client.server";
import type { UpstreamError } from "server/upstream/upstream-error.server";
import { failureOf } from "./failure-of";
import { FaultyUpstream, type Behaviour } from "./faulty-upstream";

const PATH = "/dashboard/metrics";
const LIMIT_MS = 1200;
/** For a busy machine; what is tested took several limits. */
const MARGIN_MS = 500;

let upstream: FaultyUpstream;
let client: HttpClient;

beforeAll(async () => {
  upstream = await FaultyUpstream.start();
});
afterAll(() => upstream.stop());
beforeEach(() => {
  upstream.reset();
  client = clientOf(upstream.coreApiUrl);
});
afterEach(() => client.close());

function clientOf(baseUrl: string | (() => Promise<string>)): HttpClient {
  return createHttpClient({ name: "core", baseUrl, timeoutMs: LIMIT_MS });
}

async function timed(call: Promise<unknown>): Promise<number> {
  const asked = performance.now();
  await call.catch(() => undefined);
  return performance.now() - asked;
}

describe("the deadline", () => {
  it("starts when the caller asks, also for those who wait for a place", async () => {
    upstream.set("*", { kind: "healthy", delayMs: 250 });
    const calls = Array.from({ length: 60 }, () => client.get(PATH));
    const waits = await Promise.all(calls.map(timed));
    expect(Math.max(...waits)).toBeLessThan(LIMIT_MS + MARGIN_MS);
    const answered = (await Promise.allSettled(calls)).filter((one) => one.status === "fulfilled");
    expect(answered.length).toBeGreaterThanOrEqual(6);
    // An upstream that is asked for more than it can do is not ill.
    expect(client.state().breaker).toBe("closed");
  });

  it("covers the second try", async () => {
    upstream.set(PATH, { kind: "status", status: 503, delayMs: 500 });
    const read = timed(client.get(PATH));
    await expect.poll(() => upstream.count()).toBe(1);
    upstream.set(PATH, { kind: "stall" });
    expect(await read).toBeLessThan(LIMIT_MS + MARGIN_MS);
  });

  it("covers the wait for an upstream that is still starting", async () => {
    const starting = clientOf(() => new Promise(() => undefined));
    const asked = performance.now();
    const failure = await failureOf(starting.get(PATH));
    expect(performance.now() - asked).toBeLessThan(LIMIT_MS + MARGIN_MS);
    expect(failure).toMatchObject({ kind: "timeout", sent: false });
    await starting.close();
  });
});

describe("what is known of a failed call", () => {
  const request = { method: "POST", path: "/form", json: {} } as const;

  it("is that it did not happen, when there was no connection", async () => {
    await upstream.stop();
    const failure = await failureOf(client.send(request));
    await upstream.start();
    expect(failure).toMatchObject({ kind: "connection", sent: false });
    const nowhere = clientOf("http://no-such-host.invalid");
    expect(await failureOf(nowhere.send(request))).toMatchObject({ sent: false });
    await nowhere.close();
  });

  it.each<[Behaviour, UpstreamError["kind"]]>([
    [{ kind: "reset" }, "connection"],
    [{ kind: "reset-after-half" }, "connection"],
    [{ kind: "stall" }, "timeout"],
    [{ kind: "html" }, "invalid"],
  ])("is that it may have happened after %j", async (behaviour, kind) => {
    upstream.set("*", behaviour);
    expect(await failureOf(client.send(request))).toMatchObject({ kind, sent: true });
  });
});
