import { expect, it } from "vitest";
import {
  LONGEST_COOL_DOWN_MS,
  readRetryAfter,
  retryAfter,
} from "server/resilience/retry-after.server";

const NOW = Date.UTC(2026, 0, 1);

it.each([
  [-5_000, "1"],
  [1_000, "1"],
  [1_001, "2"],
  [90_000, "90"],
])("a wait of %i ms gives a Retry-After of %s s", (ms, seconds) => {
  expect(retryAfter(NOW + ms, NOW)).toBe(seconds);
});

it.each([
  [429, "30", 30_000],
  [429, "86400", LONGEST_COOL_DOWN_MS],
  [429, new Date(NOW + 90_000).toUTCString(), 90_000],
  [429, new Date(NOW - 90_000).toUTCString(), undefined],
  [429, "0", undefined],
  [429, "-5", undefined],
  [429, "soon", undefined],
  [429, undefined, undefined],
  [503, "30", 30_000],
  [200, "30", undefined],
])("the wait after status %s with Retry-After %s", (status, header, ms) => {
  expect(readRetryAfter(status, header, NOW)).toBe(ms);
});
