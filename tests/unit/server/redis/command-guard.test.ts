import { beforeEach, expect, it, vi } from "vitest";
import { createCommandGuard } from "server/redis/command-guard.server";

beforeEach(() => void vi.useFakeTimers());

const answerAfter = (milliseconds: number) => () =>
  new Promise<string>((resolve) => setTimeout(() => resolve("answer"), milliseconds));

it.each([
  [40, { answer: "answer", slow: false }, true],
  [60, { answer: "answer", slow: true }, false],
  [95, { answer: "answer", slow: true }, false],
])(
  "the guard returns the answer of a Redis command after %i ms, and whether it was slow",
  async (milliseconds, answer, isHealthy) => {
    const guard = createCommandGuard(() => undefined);
    const result = guard.run(answerAfter(milliseconds));
    await vi.advanceTimersByTimeAsync(milliseconds);
    expect(await result).toEqual(answer);
    expect(guard.isHealthy()).toBe(isHealthy);
  },
);

it("a Redis command times out after 100 ms", async () => {
  const guard = createCommandGuard(() => undefined);
  const result = guard.run(answerAfter(105));
  const rejection = expect(result).rejects.toMatchObject({ kind: "timeout" });
  await vi.advanceTimersByTimeAsync(101);
  await rejection;
  expect(guard.isHealthy()).toBe(false);
});
