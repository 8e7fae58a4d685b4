import { expect, it, vi } from "vitest";
import { inTime } from "~/lib/in-time";

it("an answer that does not come within 65 seconds is given up", async () => {
  vi.useFakeTimers();
  await expect(inTime(Promise.resolve("here"))).resolves.toBe("here");
  const lost = expect(inTime(new Promise(() => undefined))).rejects.toThrow("in time");
  await vi.advanceTimersByTimeAsync(65_000);
  await lost;
});
