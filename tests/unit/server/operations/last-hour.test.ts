import fc from "fast-check";
import { expect, it } from "vitest";
import {
  createLastHour,
  createLimitHitCounts,
  createUpstreamLatency,
} from "server/operations/last-hour.server";
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

it("counts the events of the last hour to the minute, in at most 60 counters", () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 10 * MINUTE_MS }), { maxLength: 300 });
  fc.assert(
    fc.property(pauses, (waits) => {
      let now = 0;
      const hour = createLastHour<{ count: number }>(() => now);
      const times = waits.map((wait) => {
        now += wait;
        hour.now("it", () => ({ count: 0 })).count += 1;
        return now;
      });
      const minutes = hour.byName().get("it") ?? [];
      const counted = minutes.reduce((sum, { count }) => sum + count, 0);
      const within = (ms: number) => times.filter((time) => now - time < ms).length;
      expect(minutes.length).toBeLessThanOrEqual(60);
      expect(counted).toBeGreaterThanOrEqual(within(HOUR_MS - MINUTE_MS));
      expect(counted).toBeLessThanOrEqual(within(HOUR_MS));
    }),
  );
});

it("computes percentiles of call times over all minutes, with an error of at most 10 %", () => {
  let now = 0;
  const latency = createUpstreamLatency(() => now);
  for (let ms = 1; ms <= 100; ms += 1) {
    latency.record(call(ms / 1000, { outcome: ms > 90 ? "timeout" : "ok" }));
    now += MINUTE_MS / 4;
  }
  latency.record(call(1, { upstream: "auth", method: "POST" }));
  const [auth, trips] = latency.lastHour();
  expect(auth).toMatchObject({ upstream: "auth", endpoint: "POST /trips", calls: 1 });
  expect(trips).toMatchObject({ upstream: "core", endpoint: "GET /trips", calls: 100, failed: 10 });
  expect(Math.abs((trips?.p50 ?? 0) - 50)).toBeLessThanOrEqual(5);
  expect(Math.abs((trips?.p95 ?? 0) - 95)).toBeLessThanOrEqual(9.5);
  now += HOUR_MS;
  expect(latency.lastHour()).toEqual([]);
});

it("counts how often each limit was reached, in the last hour and since the start", () => {
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
