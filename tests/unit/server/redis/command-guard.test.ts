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
  "a command of Redis that is answered after %i ms is used",
  async (milliseconds, answer, isHealthy) => {
    const guard = createCommandGuard(() => undefined);
    const answered = guard.run(answerAfter(milliseconds));
    await vi.advanceTimersByTimeAsync(milliseconds);
    expect(await answered).toEqual(answer);
    expect(guard.isHealthy()).toBe(isHealthy);
  },
);

it("a command of Redis is waited for no longer than 100 ms", async () => {
  const guard = createCommandGuard(() => undefined);
  const answered = guard.run(answerAfter(105));
  const refused = expect(answered).rejects.toMatchObject({ kind: "timeout" });
  await vi.advanceTimersByTimeAsync(101);
  await refused;
  expect(guard.isHealthy()).toBe(false);
});
