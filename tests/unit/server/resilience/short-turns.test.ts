import { expect, it, vi } from "vitest";

it("yields every half millisecond, works on one task per turn, and keeps the order", async () => {
  // A queue and a clock of this test only: other files of the worker may have tasks under way.
  vi.resetModules();
  const { inShortTurns } = await import("server/resilience/short-turns.server");
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const order: string[] = [];
  const work = (name: string) =>
    inShortTurns([0, 1, 2, 3], (item) => {
      order.push(`${name}${item}`);
      now += 0.3;
    });
  const both = Promise.all([work("a"), work("b")]);
  expect(order.join()).toBe("a0,a1,b0,b1");
  await vi.advanceTimersByTimeAsync(1);
  expect(order.join()).toBe("a0,a1,b0,b1,a2,a3");
  await vi.advanceTimersByTimeAsync(1);
  expect(order.join()).toBe("a0,a1,b0,b1,a2,a3,b2,b3");
  await both;
});
