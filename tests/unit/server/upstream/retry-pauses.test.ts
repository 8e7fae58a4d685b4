import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failureAfter } from "server/cache/failures.server";
import {
  createRetryPauses,
  LONGEST_PAUSE_MS,
  retryAfterMs,
} from "server/upstream/retry-pauses.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { HandAnsweredCache, settled } from "../cache/cache-under-test";

const NOW = Date.UTC(2026, 0, 1);

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const slowDown = (ms?: number) =>
  new UpstreamError("http", "HTTP error 429: Too Many Requests", {
    status: 429,
    retryAfterMs: ms,
  });

describe("Retry-After", () => {
  it.each([
    [429, "30", 30_000],
    [429, "1", 1_000],
    [429, "86400", LONGEST_PAUSE_MS],
    [429, new Date(NOW + 90_000).toUTCString(), 90_000],
    [429, new Date(NOW - 90_000).toUTCString(), undefined],
    [429, "0", undefined],
    [429, "-5", undefined],
    [429, "soon", undefined],
    [429, undefined, undefined],
    // Of these the breaker and the second try take care.
    [503, "30", undefined],
    [200, "30", undefined],
  ])("%s with %s", (status, header, ms) => {
    expect(retryAfterMs(status, header, NOW)).toBe(ms);
  });

  it("is told to people as a time", () => {
    expect(slowDown(30_000).retryAt).toBe(NOW + 30_000);
    expect(slowDown().retryAt).toBeUndefined();
  });
});

describe("a key of the dashboard", () => {
  it("is left alone exactly as long, however often it failed before", () => {
    const first = failureAfter(undefined, slowDown(120_000), 0);
    expect(first.until).toBe(120_000);
    expect(failureAfter({ ...first, count: 9 }, slowDown(2_000), 0).until).toBe(2_000);
    expect(failureAfter({ ...first, count: 9 }, slowDown(), 0).until).toBe(15_000);
  });

  it("is not asked for before, and again then", async () => {
    const { cache: site, tell } = resting();
    await tell(slowDown(120_000));
    for (const later of [1_000, 15_000, 103_999]) {
      site.now += later;
      await expect(site.read()).rejects.toMatchObject({ status: 429 });
    }
    expect(site.started).toBe(1);
    site.now += 1;
    const read = site.read();
    await settled();
    expect(site.started).toBe(2);
    await site.settle(7);
    expect(await read).toMatchObject({ value: 7, state: "fresh" });
  });
});

function resting() {
  const cache = new HandAnsweredCache();
  async function tell(error: Error) {
    const read = cache.read();
    // Looked at below.
    read.catch(() => undefined);
    await cache.settle(error);
    await expect(read).rejects.toBe(error);
  }
  return { cache, tell };
}

describe("what an upstream wants to be left alone with", () => {
  it("is each thing by itself, until its time", () => {
    const rests = createRetryPauses();
    rests.note("one", NOW + 5_000);
    expect([rests.until("one"), rests.until("two")]).toEqual([NOW + 5_000, 0]);
    vi.setSystemTime(NOW + 5_000);
    expect(rests.until("one")).toBe(0);
  });

  it("is free when the clock was set back", () => {
    const rests = createRetryPauses();
    rests.note("one", NOW + 5_000);
    vi.setSystemTime(NOW - 24 * 3_600_000);
    expect(rests.until("one")).toBe(0);
  });
});
