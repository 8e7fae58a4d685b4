import { expect, it, vi } from "vitest";
import { createNetworkSlots, createSlots, type Slot, type Slots } from "server/limits/slots.server";

const CLIENT = "192.0.2.1";

function take(slots: Slots, times: number, client = CLIENT): Slot[] {
  const results = Array.from({ length: times }, () => slots.take(client));
  return results.filter((slot) => typeof slot !== "string");
}

it("slots are limited by network and in total, a full limit is reported, and a left slot is free again", () => {
  const full: string[] = [];
  const slots = createSlots({ perClient: 2, inAll: 3 }, (limit) => full.push(limit));
  const [first] = take(slots, 1, "2001:db8::1");
  expect(take(slots, 2, "2001:db8::2")).toHaveLength(1);
  expect(take(slots, 2)).toHaveLength(1);
  expect(full).toEqual(["client-full", "all-full"]);
  first?.leave();
  expect(take(slots, 1)).toHaveLength(1);
  expect(slots.open()).toBe(3);
});

it("a network has four calls at once, also where short calls end beside long ones, and is forgotten then", async () => {
  const set = vi.spyOn(Map.prototype, "set");
  const slots = createNetworkSlots(60_000, () => new Error("late"));
  let [running, most] = [0, 0];
  const ends: (() => void)[] = [];
  const call = (isLong: boolean) =>
    slots.run("a network", async () => {
      running += 1;
      most = Math.max(most, running);
      if (isLong) await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
    });
  const tick = () => new Promise((resolve) => setImmediate(resolve));
  const calls = [];
  for (let pair = 0; pair < 10; pair += 1) {
    calls.push(call(true), call(false));
    await tick();
  }
  while (ends.length > 0) {
    ends.shift()?.();
    await tick();
  }
  await Promise.all(calls);
  await tick();
  expect(most).toBe(4);
  const networks = set.mock.contexts[set.mock.calls.findIndex(([key]) => key === "a network")];
  expect(networks).toEqual(new Map());
});

it("calls that begin to wait together are refused at different times, and none after the longest wait", async () => {
  vi.useFakeTimers({ now: 0 });
  let random = 0;
  vi.spyOn(Math, "random").mockImplementation(() => (random += 0.125));
  const slots = createNetworkSlots(1_000, () => new Error("late"));
  const refusedAt: number[] = [];
  for (let call = 0; call < 7; call += 1) {
    slots
      .run("a network", () => new Promise(() => undefined))
      .catch(() => refusedAt.push(Date.now()));
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(new Set(refusedAt).size).toBe(3);
});
