import fc from "fast-check";
import { expect, it } from "vitest";
import { createLastHour } from "server/operations/last-hour.server";
import { createLimitHitCounts } from "server/operations/limit-hits.server";
import { createUpstreamLatency } from "server/operations/upstream-latency.server";
import type { UpstreamCall } from "server/upstream/http-client.server";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const call = (seconds: number, rest: Partial<UpstreamCall> = {}): UpstreamCall => ({
  upstream: "core",
  method: "GET",
  endpoint: "/trips",
  outcome: "ok",
  seconds,
  ...rest,
});

it("holds what was counted within the hour, to the minute, and never more than 60 counts", () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 10 * MINUTE_MS }), { maxLength: 300 });
  fc.assert(
    fc.property(pauses, (waits) => {
      let now = 0;
      const hour = createLastHour(
        () => ({ count: 0 }),
        () => now,
      );
      const times = waits.map((wait) => {
        now += wait;
        hour.now().count += 1;
        return now;
      });
      const minutes = hour.all();
      const counted = minutes.reduce((sum, { count }) => sum + count, 0);
      const within = (ms: number) => times.filter((time) => now - time < ms).length;
      expect(minutes.length).toBeLessThanOrEqual(60);
      expect(counted).toBeGreaterThanOrEqual(within(HOUR_MS - MINUTE_MS));
      expect(counted).toBeLessThanOrEqual(within(HOUR_MS));
    }),
  );
});

it("tells within what time calls ended, over all minutes, to a tenth", () => {
  let now = 0;
  const latency = createUpstreamLatency(() => now);
  for (let one = 1; one <= 100; one += 1) {
    latency.record(call(one / 1000, { outcome: one > 90 ? "timeout" : "ok" }));
    now += MINUTE_MS / 4;
  }
  const [trips] = latency.lastHour();
  expect(trips).toMatchObject({ upstream: "core", endpoint: "GET /trips", calls: 100, failed: 10 });
  expect(Math.abs((trips?.p50 ?? 0) - 50)).toBeLessThanOrEqual(5);
  expect(Math.abs((trips?.p95 ?? 0) - 95)).toBeLessThanOrEqual(9.5);
  now += HOUR_MS;
  expect(latency.lastHour()).toEqual([]);
});

it("holds the times of at most 41 endpoints, whatever is called", () => {
  const latency = createUpstreamLatency(() => 0);
  for (let one = 0; one < 1000; one += 1) latency.record(call(one - 1, { endpoint: `/${one}` }));
  const endpoints = latency.lastHour();
  expect(endpoints.length).toBeLessThanOrEqual(41);
  expect(endpoints.reduce((sum, { calls }) => sum + calls, 0)).toBe(1000);
});

it("counts how often each limit was reached, within the hour and since the start", () => {
  let now = 0;
  const hits = createLimitHitCounts(() => now);
  hits.hit("contactForm");
  now += 2 * HOUR_MS;
  hits.hit("contactForm");
  hits.hit("exports");
  expect(hits.all().filter(({ sinceStart }) => sinceStart > 0)).toEqual([
    { limit: "contactForm", lastHour: 1, sinceStart: 2 },
    { limit: "exports", lastHour: 1, sinceStart: 1 },
  ]);
});
