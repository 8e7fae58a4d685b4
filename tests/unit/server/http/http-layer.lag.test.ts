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
  const delays = { mean: 0, enable: vi.fn(), reset: vi.fn() };
  vi.spyOn(hooks, "monitorEventLoopDelay").mockReturnValue(delays as never);
  syncBuiltinESMExports();
  const lags = watchEventLoop();
  expect(delays.enable).toHaveBeenCalledOnce();
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
