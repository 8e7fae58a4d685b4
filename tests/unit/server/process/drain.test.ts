import { expect, it, vi } from "vitest";
import { createDrain, idleTurn } from "server/process/drain.server";
import { createLogger } from "server/process/logger.server";

it("a signal that npm forwards within a second is ignored, and a later one ends the process at once", () => {
  vi.useFakeTimers();
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

it("`idleTurn` resolves after the last arrival", async () => {
  let arrivals = 0;
  const arrive = () => {
    arrivals += 1;
    if (arrivals < 100) setImmediate(arrive);
  };
  arrive();
  await idleTurn(() => arrivals, { quietMs: 0, atMostMs: 10_000 });
  expect(arrivals).toBe(100);
});

it("`idleTurn` does not count time in which the process is blocked as idle", async () => {
  let arrivals = 0;
  let blockedMs = 0;
  const clock = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => clock() + blockedMs);
  setTimeout(() => (blockedMs = 60_000), 10);
  setTimeout(() => (arrivals = 1), 40);
  await idleTurn(() => arrivals, { quietMs: 200, atMostMs: 120_000 });
  expect(arrivals).toBe(1);
});

it("`idleTurn` resolves after its longest time even if arrivals continue", async () => {
  let arrivals = 0;
  await idleTurn(() => (arrivals += 1), { quietMs: 0, atMostMs: 10 });
  expect(arrivals).toBeGreaterThan(2);
});
