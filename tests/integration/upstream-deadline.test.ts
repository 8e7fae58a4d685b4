import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHttpClient, type HttpClient } from "server/upstream/http-client.server";
import type { UpstreamError } from "server/upstream/upstream-error.server";
import { failureOf } from "./failure-of";
import { FaultyUpstream, type Behaviour } from "../support/faulty-upstream";

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

function clientOf(baseUrl: string | (() => Promise<string>)): HttpClient {
  return createHttpClient({ name: "core", baseUrl, timeoutMs: LIMIT_MS });
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

describe("what is known of a failed call", () => {
  const request = { method: "POST", path: "/form", json: {} } as const;

  it("is that nothing was sent, when there was no connection", async () => {
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
