import { expect, it, vi } from "vitest";
import { createDrain, idleTurn } from "server/process/drain.server";
import { createLogger } from "server/process/logger.server";

it("a signal that npm hands on within a second is the same one, a later one ends the process at once", () => {
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

it("an idle turn comes when nothing arrives any more", async () => {
  let arrived = 0;
  const arrive = () => {
    arrived += 1;
    if (arrived < 100) setImmediate(arrive);
  };
  arrive();
  await idleTurn(() => arrived, { quietMs: 0, atMostMs: 10_000 });
  expect(arrived).toBe(100);
});

it("an idle turn is not seen in a standstill of the process", async () => {
  let arrived = 0;
  let stood = 0;
  const clock = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => clock() + stood);
  setTimeout(() => (stood = 60_000), 10);
  setTimeout(() => (arrived = 1), 40);
  await idleTurn(() => arrived, { quietMs: 200, atMostMs: 120_000 });
  expect(arrived).toBe(1);
});

it("an idle turn is not waited for longer than it may take", async () => {
  let arrived = 0;
  await idleTurn(() => (arrived += 1), { quietMs: 0, atMostMs: 10 });
  expect(arrived).toBeGreaterThan(2);
});
