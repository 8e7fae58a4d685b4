import { setTimeout as delay } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { createSandboxTrips } from "server/operations/sandbox-trips.server";

const told = (count: number, origin: string) => ({ success: true, data: { count, origin } });

it("the sandbox's trips are asked for once by many pages, anew after a moment, and kept while it is away", async () => {
  let now = 0;
  const get = vi.fn<() => Promise<unknown>>().mockResolvedValue(told(48_210, "generated"));
  const trips = createSandboxTrips(get, () => now);
  await Promise.all([trips.read(), trips.read()]);
  expect(await trips.read()).toEqual({ count: 48_210, origin: "generated" });
  expect(get.mock.calls).toEqual([["/trips"]]);
  for (const [answer, known] of [
    [() => Promise.resolve(told(7, "imported")), { count: 7, origin: "imported" }],
    [() => Promise.reject(new Error("away")), { count: 7, origin: "imported" }],
    [() => Promise.resolve({ data: "?" }), { count: 7, origin: "imported" }],
  ] as const) {
    now += 2_000;
    get.mockImplementationOnce(answer);
    expect(await trips.read()).toEqual(known);
  }
});

it("a slow sandbox holds no page up that asks, and nobody else while it is asked", async () => {
  const get = vi.fn(() => new Promise<never>(() => undefined));
  const trips = createSandboxTrips(get);
  const patience = delay(5_000, "too late", { ref: false });
  expect(await Promise.race([trips.read(), patience])).toBeNull();
  const soon = new Promise((resolve) => setImmediate(resolve, "too late"));
  expect(await Promise.race([trips.read(), soon])).toBeNull();
  expect(get).toHaveBeenCalledTimes(1);
});
