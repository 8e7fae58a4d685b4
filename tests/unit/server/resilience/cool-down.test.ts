import { beforeEach, expect, it, vi } from "vitest";
import {
  createCoolDowns,
  LONGEST_COOL_DOWN_MS,
  readRetryAfter,
} from "server/resilience/cool-down.server";
import { UpstreamError } from "server/upstream/upstream-error.server";

const NOW = Date.UTC(2026, 0, 1);

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));

const slowDown = (retryAfterMs?: number) =>
  new UpstreamError("http", "", { status: 429, retryAfterMs });

it.each([
  [429, "30", 30_000],
  [429, "86400", LONGEST_COOL_DOWN_MS],
  [429, new Date(NOW + 90_000).toUTCString(), 90_000],
  [429, new Date(NOW - 90_000).toUTCString(), undefined],
  [429, "0", undefined],
  [429, "-5", undefined],
  [429, "soon", undefined],
  [429, undefined, undefined],
  // The breaker and the second try handle these statuses.
  [503, "30", 30_000],
  [200, "30", undefined],
])("the wait after status %s with Retry-After %s", (status, header, ms) => {
  expect(readRetryAfter(status, header, NOW)).toBe(ms);
});

it("an error has the end of its Retry-After as a time", () => {
  expect(slowDown(30_000).retryAt).toBe(NOW + 30_000);
  expect(slowDown().retryAt).toBeUndefined();
});

it("each key cools down until its own time", () => {
  const coolDowns = createCoolDowns();
  coolDowns.note("one", NOW + 5_000);
  expect([coolDowns.until("one"), coolDowns.until("two")]).toEqual([NOW + 5_000, 0]);
  vi.setSystemTime(NOW + 5_000);
  expect(coolDowns.until("one")).toBe(0);
});
