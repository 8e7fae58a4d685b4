import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createNoticeWaiters } from "server/cache/notice-waiters.server";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("ends a wait with the news of its key, and of no other", async () => {
  const waiters = createNoticeWaiters();
  const ended = vi.fn<(told: boolean) => void>();
  void waiters.wait("a", 100).then(ended);
  waiters.wake("b");
  await vi.advanceTimersByTimeAsync(99);
  expect(ended).not.toHaveBeenCalled();
  waiters.wake("a");
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledWith(true);
  expect(vi.getTimerCount()).toBe(0);
});

it("ends a wait without news when its time is over, and forgets it", async () => {
  const waiters = createNoticeWaiters();
  const first = waiters.wait("a", 100);
  await vi.advanceTimersByTimeAsync(100);
  await expect(first).resolves.toBe(false);
  waiters.wake("a");
  const second = waiters.wait("a", 100);
  await vi.advanceTimersByTimeAsync(100);
  await expect(second).resolves.toBe(false);
});
