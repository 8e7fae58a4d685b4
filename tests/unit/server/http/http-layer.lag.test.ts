import { expect, it, vi } from "vitest";
import { watchEventLoop } from "server/http/http-layer.server";

// A task that is longer than the time of a judgement leaves nothing to measure.
it.each([300, 700])("the event loop lags while tasks take %i ms, and no longer", async (ms) => {
  const lags = watchEventLoop();
  expect(lags()).toBe(false);
  const block = () => {
    const start = performance.now();
    while (performance.now() - start < ms);
  };
  await vi.waitFor(
    () => {
      block();
      expect(lags()).toBe(true);
    },
    { timeout: 30_000, interval: 1 },
  );
  await expect.poll(lags).toBe(false);
});
