import { expect, it, vi } from "vitest";
import { createDrain } from "server/process/drain.server";
import { createLogger } from "server/process/logger.server";

it("a signal that npm forwards within a second is ignored, and a later one ends the process at once", () => {
  vi.useFakeTimers();
  const leave = vi.fn();
  const drain = createDrain(createLogger("silent"), leave);
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
