import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dismissToast, readToasts, showToast } from "~/ui/toast-store";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const { id } of readToasts()) dismissToast(id);
});

it.each([
  ["success", 2000],
  ["error", 4000],
  ["blank", 4000],
  ["custom", 4000],
] as const)("a toast of kind %s stays for %d ms", (kind, duration) => {
  showToast(kind, "Wallet address copied");
  vi.advanceTimersByTime(duration - 1);
  expect(readToasts()).toMatchObject([{ kind, message: "Wallet address copied" }]);
  vi.advanceTimersByTime(1);
  expect(readToasts()).toEqual([]);
});

it("a toast of kind loading stays until it is dismissed", () => {
  const id = showToast("loading", "Sending...");
  vi.advanceTimersByTime(3_600_000);
  expect(readToasts()).toHaveLength(1);
  dismissToast(id);
  expect(readToasts()).toEqual([]);
});

it("a repeated toast is shown once, for the whole duration of the last one", () => {
  showToast("error", "You are offline.");
  vi.advanceTimersByTime(3_000);
  const last = showToast("error", "You are offline.");
  vi.advanceTimersByTime(3_000);
  expect(readToasts()).toMatchObject([{ id: last }]);
});

it("at most 20 toasts are shown, the newest first", () => {
  for (let index = 0; index < 25; index += 1) showToast("blank", String(index));
  expect(readToasts()).toHaveLength(20);
  expect(readToasts()[0]?.message).toBe("24");
});
