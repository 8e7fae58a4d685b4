import { expect, it, vi } from "vitest";
import { createNoticeWaiters } from "server/cache/notice-waiters.server";
import { onFakeClock } from "./instances";

onFakeClock();

it("ends a wait with news of its key, or without any when its time is over, and forgets it", async () => {
  const waiters = createNoticeWaiters();
  const ended = vi.fn<(told: boolean) => void>();
  const wait = () => void waiters.wait("a", 100).then(ended);
  wait();
  waiters.wake("b");
  await vi.advanceTimersByTimeAsync(99);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended.mock.calls).toEqual([[false]]);
  waiters.wake("a");
  wait();
  await vi.advanceTimersByTimeAsync(99);
  // Compared in one turn: other modules set timers, too, whenever they are loaded.
  const timers = vi.getTimerCount();
  waiters.wake("a");
  expect(vi.getTimerCount()).toBe(timers - 1);
  await vi.advanceTimersByTimeAsync(0);
  expect(ended.mock.calls).toEqual([[false], [true]]);
});
