import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHttpClient, type HttpClient } from "server/upstream/http-client.server";
import { failureOf } from "./failure-of";
import { FaultyUpstream } from "../support/faulty-upstream";

const PATH = "/dashboard/metrics";
const LIMIT_MS = 1200;

let client: HttpClient;

const upstream = await FaultyUpstream.start();
afterAll(() => upstream.stop());
beforeEach(() => {
  upstream.reset();
  client = clientOf(upstream.coreApiUrl);
});
afterEach(() => client.close());

function clientOf(baseUrl: string | (() => Promise<string>), timeoutMs = LIMIT_MS): HttpClient {
  return createHttpClient({ name: "core", baseUrl, timeoutMs });
}

/** Gives the test a client with another deadline. */
async function restart(timeoutMs: number): Promise<void> {
  await client.close();
  client = clientOf(upstream.coreApiUrl, timeoutMs);
}

/** The client's clock stands still until it is told to go on; the network's does not. */
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("the deadline", () => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }),
  );
  afterEach(() => void vi.useRealTimers());

  it("starts when the caller asks, also for those who wait for a place", async () => {
    let goOn = () => {};
    upstream.set("*", { kind: "healthy", after: new Promise<void>((resolve) => (goOn = resolve)) });
    const calls = Array.from({ length: 60 }, () => client.get(PATH));
    const outcomes = Promise.allSettled(calls);
    await expect.poll(() => upstream.count()).toBe(13);
    await passes(LIMIT_MS / 2);
    goOn();
    const answered = (await outcomes).filter(({ status }) => status === "fulfilled");
    expect(answered).toHaveLength(13);
    expect(upstream.count()).toBe(13);
    // An upstream that is asked for more than it can do is not ill.
    expect(client.state().breaker).toBe("closed");
  });

  it("covers the second try", async () => {
    upstream.set(PATH, { kind: "status", status: 503 });
    const read = failureOf(client.get(PATH));
    await expect.poll(() => client.state().lastFailure).not.toBeNull();
    upstream.set(PATH, { kind: "stall" });
    await passes(LIMIT_MS / 2 - 1);
    await expect.poll(() => upstream.count()).toBe(2);
    await passes(LIMIT_MS / 2 + 1);
    expect(await read).toMatchObject({ kind: "timeout" });
  });

  it("covers the wait for an upstream that is still starting", async () => {
    const starting = clientOf(() => new Promise(() => undefined));
    const failure = failureOf(starting.get(PATH));
    await passes(LIMIT_MS);
    expect(await failure).toMatchObject({ kind: "timeout", sent: false });
    await starting.close();
  });
});

describe("an upstream that keeps failing", () => {
  // The clock that the cool-down is measured by stands still until it is told to go on, and no call is to end by its
  // deadline, also on a busy machine.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance"] });
    return restart(60_000);
  });
  afterEach(() => void vi.useRealTimers());

  it("is left alone after five faults, with the reason kept", async () => {
    upstream.set("*", { kind: "status", status: 503, json: { error: "database away" } });
    for (let read = 0; read < 4; read++) await failureOf(client.get(PATH));
    expect(upstream.count()).toBe(5);
    const message = "HTTP error 503: database away";
    const failure = await failureOf(client.get(PATH));
    expect(failure).toMatchObject({ kind: "circuit-open", message, sent: false });
    expect(client.state()).toMatchObject({ breaker: "open", lastFailure: { message } });
  });

  it("is not what a 404, a refusal or a 500 of some requests means", async () => {
    for (const behaviour of [
      { kind: "status", status: 404 },
      { kind: "status", status: 500 },
      { kind: "failure", error: "no such fleet" },
    ] as const) {
      upstream.set("*", behaviour);
      for (let call = 0; call < 10; call++) await client.get(PATH).catch(() => null);
    }
    expect(upstream.count()).toBe(30);
    expect(client.state().breaker).toBe("closed");
  });

  it("is not what one visitor's query that fails means, nor one that is answered", async () => {
    const chosen = () => client.get("/trips/search", { q: "x" }).catch(() => null);
    upstream.set("*", { kind: "status", status: 500 });
    await chosen();
    expect(client.state()).toMatchObject({ lastFailure: null, failingSince: null });
    await failureOf(client.get(PATH));
    const failing = client.state();
    expect(failing.lastFailure).not.toBeNull();
    upstream.reset();
    await chosen();
    expect(client.state()).toEqual(failing);
  });

  it("refuses at once what does not fit in the queue, and in time what waits there in vain", async () => {
    await restart(2_000);
    upstream.set("*", { kind: "stall" });
    const told: { kind: string; sent: boolean }[] = [];
    const ask = async () => {
      const { kind, sent, message, retryAfterMs } = await failureOf(client.get(PATH));
      if (kind === "busy") {
        expect(message).toBe("API request failed: too many calls are waiting");
        expect(retryAfterMs).toBe(5_000);
      }
      told.push({ kind, sent });
    };
    const all = Array.from({ length: 300 }, ask);
    // Microtasks alone: no answer can come, and no timer can fire.
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
    expect(told).toHaveLength(87);
    await Promise.all(all);
    const busy = told.filter(({ kind, sent }) => kind === "busy" && !sent);
    expect(busy).toHaveLength(287);
    expect(upstream.count()).toBe(13);
  });
});
