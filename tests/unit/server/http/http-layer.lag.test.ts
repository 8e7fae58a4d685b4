import { syncBuiltinESMExports } from "node:module";
import hooks from "node:perf_hooks";
import { afterEach, expect, it, vi } from "vitest";
import { watchEventLoop } from "server/http/http-layer.server";

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

it("a process lags whose delays are long twice in turn, or too long to be measured", () => {
  vi.useFakeTimers();
  const delays = { mean: 0, enable: () => true, reset: vi.fn() };
  vi.spyOn(hooks, "monitorEventLoopDelay").mockReturnValue(delays as never);
  syncBuiltinESMExports();
  const lags = watchEventLoop();
  // Tasks that are longer than the time of a judgement leave no measurement.
  const judged = [20, 199, 201, 199, 201, 201, 201, 20, NaN, NaN, 20].map((ms) => {
    delays.mean = ms * 1e6;
    vi.advanceTimersByTime(500);
    return lags();
  });
  const [no, yes] = [false, true];
  expect(judged).toEqual([no, no, no, no, no, yes, yes, no, no, yes, no]);
  expect(delays.reset).toHaveBeenCalledTimes(judged.length);
});

it("the event loop lags while tasks take 300 ms, and no longer", async () => {
  const lags = watchEventLoop();
  expect(lags()).toBe(false);
  const block = () => {
    const start = performance.now();
    while (performance.now() - start < 300);
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
