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

it("the deadline includes the wait for an upstream that is still starting", async () => {
  const starting = clientOf(() => new Promise(() => undefined), 50);
  const failure = await expectUpstreamError(starting.get(PATH));
  expect(failure).toMatchObject({ kind: "timeout", sent: false });
  await starting.close();
});

it("calls that one visitor chose neither hold up other calls nor open the breaker", async () => {
  await restart(60_000);
  upstream.set("/trips/search", { kind: "stall" });
  const search = () => client.get("/trips/search", { q: "x" }, true).catch(() => null);
  for (let call = 0; call < 6; call++) void search();
  await expect.poll(() => upstream.count("/trips/search")).toBe(6);
  const form = { method: "POST", path: "/form" } as const;
  upstream.set("*", { kind: "status", status: 503 });
  for (let call = 0; call < 6; call++) {
    expect(await expectUpstreamError(client.send(form))).toMatchObject({ status: 503 });
  }
  expect(client.state().breaker).toBe("closed");
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
    const chosen = () => client.get("/trips/search", { q: "x" }, true).catch(() => null);
    upstream.set("*", { kind: "status", status: 500 });
    await chosen();
    expect(client.state()).toMatchObject({ lastFailure: null });
    await expectUpstreamError(client.get(PATH));
    const failing = client.state();
    expect(failing.lastFailure).not.toBeNull();
    upstream.reset();
    await chosen();
    expect(client.state()).toEqual(failing);
  });
});
