import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHttpClient, type HttpClient } from "server/upstream/http-client.server";
import { expectUpstreamError } from "./failure-of";
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

/** Advances the client's fake clock. The network uses the real clock. */
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("the deadline", () => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }),
  );
  afterEach(() => void vi.useRealTimers());

  it("includes the second attempt", async () => {
    upstream.set(PATH, { kind: "status", status: 503 });
    const read = expectUpstreamError(client.get(PATH));
    await expect.poll(() => client.state().lastFailure).not.toBeNull();
    upstream.set(PATH, { kind: "stall" });
    await advance(LIMIT_MS / 2 - 1);
    await expect.poll(() => upstream.count()).toBe(2);
    await advance(LIMIT_MS / 2 + 1);
    expect(await read).toMatchObject({ kind: "timeout" });
  });

  it("includes the wait for an upstream that is still starting", async () => {
    const starting = clientOf(() => new Promise(() => undefined));
    const failure = expectUpstreamError(starting.get(PATH));
    await advance(LIMIT_MS);
    expect(await failure).toMatchObject({ kind: "timeout", sent: false });
    await starting.close();
  });
});

describe("an upstream that keeps failing", () => {
  // `performance` is faked, so the cool-down does not pass. The long deadline keeps calls from timing out on a busy
  // machine.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance"] });
    return restart(60_000);
  });
  afterEach(() => void vi.useRealTimers());

  it("gets no more calls after five faults, and the state keeps the reason", async () => {
    upstream.set("*", { kind: "status", status: 503, json: { error: "database away" } });
    for (let read = 0; read < 4; read++) await expectUpstreamError(client.get(PATH));
    expect(upstream.count()).toBe(5);
    const message = "HTTP error 503: database away";
    const failure = await expectUpstreamError(client.get(PATH));
    expect(failure).toMatchObject({ kind: "circuit-open", message, sent: false });
    expect(client.state()).toMatchObject({ breaker: "open", lastFailure: { message } });
  });

  it("is not assumed after a 404, a refusal or a 500", async () => {
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

  it("is not assumed after one visitor's failed query, nor over after a successful one", async () => {
    const chosen = () => client.get("/trips/search", { q: "x" }).catch(() => null);
    upstream.set("*", { kind: "status", status: 500 });
    await chosen();
    expect(client.state()).toMatchObject({ lastFailure: null, failingSince: null });
    await expectUpstreamError(client.get(PATH));
    const failing = client.state();
    expect(failing.lastFailure).not.toBeNull();
    upstream.reset();
    await chosen();
    expect(client.state()).toEqual(failing);
  });
});
