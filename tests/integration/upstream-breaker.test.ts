import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHttpClient, type HttpClient } from "server/upstream/http-client.server";
import { failureOf } from "./failure-of";
import { FaultyUpstream } from "../support/faulty-upstream";

const PATH = "/dashboard/metrics";

let client: HttpClient;

const upstream = await FaultyUpstream.start();
afterAll(() => upstream.stop());
beforeEach(() => {
  // The clock that the cool-down is measured by stands still until it is told to go on.
  vi.useFakeTimers({ toFake: ["performance"] });
  upstream.reset();
  // No call is to end by its deadline, also on a busy machine.
  client = createHttpClient({ name: "core", baseUrl: upstream.coreApiUrl, timeoutMs: 60_000 });
});
afterEach(async () => {
  vi.useRealTimers();
  await client.close();
});

describe("an upstream that keeps failing", () => {
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

  it("is not buried by a crowd", async () => {
    upstream.set("*", { kind: "reset" });
    await Promise.all(Array.from({ length: 100 }, () => failureOf(client.get(PATH))));
    // As many at once as there are slots, and at most four more while the first faults come in.
    expect(upstream.count()).toBeLessThanOrEqual(17);
  });

  it("refuses at once what does not fit in the queue, and in time what waits there in vain", async () => {
    await client.close();
    const { coreApiUrl: baseUrl } = upstream;
    client = createHttpClient({ name: "core", baseUrl, timeoutMs: 2_000 });
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
