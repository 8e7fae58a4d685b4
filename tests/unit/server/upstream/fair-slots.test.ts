import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { createFairSlots } from "server/upstream/fair-slots.server";

const [CROWD, VISITOR] = ["192.0.2.1", "198.51.100.7"];

/** Calls that end when they are told to. */
function calls(atOnce: number, mostWaiting: number) {
  const places = createFairSlots(atOnce, mostWaiting);
  const begun: { name: string; end: () => void }[] = [];
  const failed: string[] = [];
  const call = (name: string, network: string, tooLate = new AbortController().signal) =>
    void places
      .execute(
        network,
        () => new Promise<void>((resolve) => begun.push({ name, end: resolve })),
        tooLate,
      )
      .catch((error: unknown) => failed.push(`${name} ${(error as Error).name}`));
  const end = async (index: number) => {
    begun[index]?.end();
    await delay(0);
  };
  return { call, end, names: () => begun.map(({ name }) => name), failed };
}

it("networks that call an upstream get its places in turns", async () => {
  const { call, end, names } = calls(2, 100);
  for (let index = 0; index < 20; index += 1) call(`crowd ${index}`, CROWD);
  call("visitor", VISITOR);
  expect(names()).toEqual(["crowd 0", "crowd 1"]);
  for (const index of [0, 1, 2]) await end(index);
  expect(names()).toContain("visitor");
});

it("where no more may wait, the newest call of the largest crowd is turned away", async () => {
  const { call, end, names, failed } = calls(1, 3);
  for (let index = 0; index < 4; index += 1) call(`crowd ${index}`, CROWD);
  call("visitor", VISITOR);
  await delay(0);
  expect(failed).toEqual(["crowd 3 UpstreamError"]);
  for (const index of [0, 1]) await end(index);
  expect(names()).toEqual(["crowd 0", "crowd 1", "visitor"]);
});

it("a call that waited too long takes no place", async () => {
  const { call, end, names, failed } = calls(1, 10);
  const tooLate = new AbortController();
  call("first", CROWD);
  call("late", CROWD, tooLate.signal);
  call("last", CROWD);
  tooLate.abort();
  await delay(0);
  expect(failed).toEqual(["late UpstreamError"]);
  await end(0);
  expect(names()).toEqual(["first", "last"]);
});
