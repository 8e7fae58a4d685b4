import { expect, it, vi } from "vitest";
import { watchEventLoop } from "server/http/http-layer.server";

it("the event loop lags after a second of long tasks, and no longer once they end", async () => {
  const lags = watchEventLoop();
  expect(lags()).toBe(false);
  const block = () => {
    const start = performance.now();
    while (performance.now() - start < 700);
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
