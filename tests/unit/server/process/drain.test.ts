import { expect, it, onTestFinished, vi } from "vitest";
import { createLogger } from "server/process/logger.server";
import { createDrain } from "server/process/drain.server";

it("a signal that npm hands on within a second is the same one, a later one ends the process at once", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const leave = vi.fn();
  const gate = { hold: vi.fn(), release: vi.fn(), close: vi.fn() };
  const drain = createDrain(createLogger("silent"), gate, leave);
  const stop = vi.fn();
  drain.onLeave(stop);
  drain.begin(0);
  drain.begin(0);
  vi.advanceTimersByTime(999);
  drain.begin(0);
  expect(drain.signal.aborted).toBe(true);
  expect(leave).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  drain.begin(0);
  expect(leave).toHaveBeenCalledExactlyOnceWith(1);
  expect(stop).toHaveBeenCalledOnce();
});
