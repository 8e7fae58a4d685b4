import { expect, it } from "vitest";
import { createNetworkSlots } from "server/resilience/network-slots.server";

it("a network has four calls at once, also where short calls end beside long ones", async () => {
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
  expect(most).toBe(4);
});
