import { setTimeout as delay } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { createSandboxTrips } from "server/operations/sandbox-trips.server";

const answerOf = (count: number, origin: string) => ({ success: true, data: { count, origin } });

it("the sandbox's trips are requested once for many pages, again after 2 s, and kept while it is unavailable", async () => {
  let now = 0;
  const get = vi.fn<() => Promise<unknown>>().mockResolvedValue(answerOf(48_210, "generated"));
  const trips = createSandboxTrips(get, () => now);
  await Promise.all([trips.read(), trips.read()]);
  expect(await trips.read()).toEqual({ count: 48_210, origin: "generated" });
  expect(get.mock.calls).toEqual([["/trips"]]);
  for (const [answer, expected] of [
    [() => Promise.resolve(answerOf(7, "imported")), { count: 7, origin: "imported" }],
    [() => Promise.reject(new Error("away")), { count: 7, origin: "imported" }],
    [() => Promise.resolve({ data: "?" }), { count: 7, origin: "imported" }],
  ] as const) {
    now += 2_000;
    get.mockImplementationOnce(answer);
    expect(await trips.read()).toEqual(expected);
  }
});

it("a slow sandbox delays neither the page that requests its trips nor later pages", async () => {
  const get = vi.fn(() => new Promise<never>(() => undefined));
  const trips = createSandboxTrips(get);
  const timeout = delay(5_000, "too late", { ref: false });
  expect(await Promise.race([trips.read(), timeout])).toBeNull();
  const immediate = new Promise((resolve) => setImmediate(resolve, "too late"));
  expect(await Promise.race([trips.read(), immediate])).toBeNull();
  expect(get).toHaveBeenCalledTimes(1);
});
