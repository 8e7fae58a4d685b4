import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createHttpClient, type HttpClient } from "server/upstream/http-client.server";
import { failureOf } from "./failure-of";
import { FaultyUpstream, type Behaviour } from "../support/faulty-upstream";

const PATH = "/dashboard/metrics";

let upstream: FaultyUpstream;
let client: HttpClient;

beforeAll(async () => {
  upstream = await FaultyUpstream.start();
});
afterAll(() => upstream.stop());
beforeEach(() => {
  upstream.reset();
  client = createHttpClient({ name: "core", baseUrl: upstream.coreApiUrl, timeoutMs: 1000 });
});
afterEach(() => client.close());

describe("an upstream that keeps failing", () => {
  it("is left alone after five faults, with the reason kept", async () => {
    upstream.set("*", { kind: "status", status: 503, json: { error: "database away" } });
    let failure = await failureOf(client.get(PATH));
    // On a busy machine twenty calls may outlast the second for which it is left alone.
    while (failure.kind !== "circuit-open") failure = await failureOf(client.get(PATH));
    expect(upstream.count()).toBe(5);
    expect(failure).toMatchObject({
      kind: "circuit-open",
      message: "HTTP error 503: database away",
      sent: false,
    });
    expect(client.state()).toMatchObject({
      // Half-open where the machine was busy for a second.
      breaker: expect.stringMatching(/open/) as unknown,
      lastFailure: { message: "HTTP error 503: database away" },
    });
  });

  it("is still asked for everything else when some requests are answered 500", async () => {
    upstream.set("/trips/search", { kind: "status", status: 500 });
    for (let call = 0; call < 10; call++) await failureOf(client.get("/trips/search"));
    await expect(client.get(PATH)).resolves.toMatchObject({ success: true });
    expect(client.state().breaker).toBe("closed");
  });

  it.each([-3_600_000, 3_600_000])(
    "is probed as soon as ever when the clock is set by %i ms",
    async (jump) => {
      const now = Date.now;
      upstream.set("*", { kind: "reset" });
      for (let call = 0; call < 5; call++) await failureOf(client.get(PATH));
      const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + jump);
      try {
        expect((await failureOf(client.get(PATH))).kind).toBe("circuit-open");
        upstream.set("*", { kind: "healthy" });
        await expect.poll(() => client.get(PATH).catch(() => null)).toBeTruthy();
      } finally {
        clock.mockRestore();
      }
    },
  );

  it("says that its breaker is half-open once its rest is over, also when nobody calls", async () => {
    upstream.set("*", { kind: "reset" });
    for (let call = 0; call < 5; call++) await failureOf(client.get(PATH));
    const calls = upstream.count();
    await expect.poll(() => client.state().breaker).toBe("half-open");
    expect(upstream.count()).toBe(calls);
  });

  it("is left alone by changes as well", async () => {
    upstream.set("*", { kind: "status", status: 502 });
    const request = { method: "POST", path: "/form", json: {} } as const;
    for (let call = 0; call < 5; call++) await client.send(request);
    expect((await failureOf(client.send(request))).kind).toBe("circuit-open");
    expect(upstream.count()).toBe(5);
  });

  it("is probed by one call while the others wait, and used again when that works", async () => {
    upstream.set("*", { kind: "reset" });
    for (let call = 0; call < 5; call++) await failureOf(client.get(PATH));
    const before = upstream.count();
    upstream.set("*", { kind: "stall" });
    expect(client.state().breaker).not.toBe("closed");
    const sentOf = async (calls: number) => {
      await Promise.all(Array.from({ length: calls }, () => failureOf(client.get(PATH))));
      return upstream.count() - before;
    };
    // None until it may be asked again; then one of them, and never more.
    await expect.poll(() => sentOf(10)).toBe(1);

    upstream.set("*", { kind: "healthy" });
    await expect.poll(() => client.get(PATH).catch(() => null)).toBeTruthy();
    const reads = await Promise.all(Array.from({ length: 10 }, () => client.get(PATH)));
    expect(reads).toHaveLength(10);
    expect(client.state().breaker).toBe("closed");
  });

  it("is not what a 404 or a refusal means", async () => {
    upstream.set("*", { kind: "status", status: 404 });
    for (let call = 0; call < 10; call++) await failureOf(client.get(PATH));
    upstream.set("*", { kind: "failure", error: "no such fleet" });
    for (let call = 0; call < 10; call++) await client.get(PATH);
    expect(upstream.count()).toBe(20);
    expect(client.state().breaker).toBe("closed");
  });

  it.each<Behaviour>([{ kind: "stall" }, { kind: "reset" }, { kind: "status", status: 503 }])(
    "is not buried by a crowd ($kind)",
    async (behaviour) => {
      upstream.set("*", behaviour);
      await Promise.all(Array.from({ length: 100 }, () => failureOf(client.get(PATH))));
      // Six at once, and at most four more while the first faults come in.
      expect(upstream.count()).toBeLessThanOrEqual(10);
    },
  );

  it("refuses at once what does not fit in the queue, and in time what waits there in vain", async () => {
    upstream.set("*", { kind: "stall" });
    const told: { kind: string; sent: boolean }[] = [];
    const ask = async () => {
      const { kind, sent, message } = await failureOf(client.get(PATH));
      if (kind === "busy") expect(message).toBe("API request failed: too many calls are waiting");
      told.push({ kind, sent });
    };
    const all = Array.from({ length: 300 }, ask);
    // Microtasks alone: no answer can come, and no timer can fire.
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
    expect(told).toHaveLength(94);
    await Promise.all(all);
    const busy = told.filter(({ kind, sent }) => kind === "busy" && !sent);
    expect(busy).toHaveLength(294);
    expect(upstream.count()).toBe(6);
  });
});
