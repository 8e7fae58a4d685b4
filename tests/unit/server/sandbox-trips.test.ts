import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { createSandboxTrips } from "server/sandbox-trips.server";

const told = (count: number, origin: string) => ({ success: true, data: { count, origin } });

describe("what the sandbox's trips are", () => {
  it("is asked once for many pages, and anew after a moment", async () => {
    let now = 0;
    const get = vi.fn(() => Promise.resolve(told(48_210, "generated")));
    const trips = createSandboxTrips(get, () => now);
    await Promise.all([trips.read(), trips.read()]);
    expect(await trips.read()).toEqual({ count: 48_210, origin: "generated" });
    expect(get).toHaveBeenCalledTimes(1);
    expect(get).toHaveBeenCalledWith("/trips");

    get.mockResolvedValue(told(316_575, "imported"));
    now = 2_000;
    expect(await trips.read()).toEqual({ count: 316_575, origin: "imported" });
  });

  it("holds no page up that asks a slow sandbox, and nobody else while it is asked", async () => {
    const get = vi.fn(() => new Promise<never>(() => undefined));
    const trips = createSandboxTrips(get);
    const patience = delay(5_000, "too late", { ref: false });
    expect(await Promise.race([trips.read(), patience])).toBeNull();
    const soon = new Promise((resolve) => setImmediate(resolve, "too late"));
    expect(await Promise.race([trips.read(), soon])).toBeNull();
    expect(get).toHaveBeenCalledTimes(1);
  });

  it("is what was told last while the sandbox is away or not understood", async () => {
    let now = 0;
    const get = vi.fn<() => Promise<unknown>>().mockResolvedValue(told(7, "imported"));
    const trips = createSandboxTrips(get, () => now);
    await trips.read();
    for (const answer of [Promise.reject(new Error("away")), Promise.resolve({ data: "?" })]) {
      now += 2_000;
      get.mockReturnValueOnce(answer);
      expect(await trips.read()).toEqual({ count: 7, origin: "imported" });
    }
  });
});
