import { expect, it } from "vitest";
import { retryAfter } from "server/resilience/retry-after.server";

it.each([
  [-5_000, "1"],
  [1_000, "1"],
  [1_001, "2"],
  [90_000, "90"],
])("a wait of %i ms gives a Retry-After of %s s", (ms, seconds) => {
  const now = Date.UTC(2026, 0, 1);
  expect(retryAfter(now + ms, now)).toBe(seconds);
});
