import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { createFairSlots } from "server/resilience/fair-slots.server";

const [CROWD, VISITOR] = ["192.0.2.1", "198.51.100.7"];

function calls(atOnce: number, mostWaiting: number, perNetwork = atOnce, keptForNewcomers = 0) {
  const refuse = () => new Error("refused");
  const slots = createFairSlots({ atOnce, perNetwork, keptForNewcomers, mostWaiting, refuse });
  const started: { name: string; end: () => void }[] = [];
  const failed: string[] = [];
  const call = (name: string, network: string, tooLate = new AbortController().signal) =>
    void slots
      .execute(
        network,
        () => new Promise<void>((resolve) => started.push({ name, end: resolve })),
        tooLate,
      )
      .catch((error: unknown) => failed.push(`${name} ${(error as Error).message}`));
  const end = async (index: number) => {
    started[index]?.end();
    await delay(0);
  };
  return { call, end, names: () => started.map(({ name }) => name), failed };
}

it("when the queue is full, the newest call of the network with the most waiting calls is refused", async () => {
  const { call, end, names, failed } = calls(1, 3);
  for (let index = 0; index < 4; index += 1) call(`crowd ${index}`, CROWD);
  call("visitor", VISITOR);
  await delay(0);
  expect(failed).toEqual(["crowd 3 refused"]);
  for (const index of [0, 1]) await end(index);
  expect(names()).toEqual(["crowd 0", "crowd 1", "visitor"]);
});

it("a call that waited too long takes no slot", async () => {
  const { call, end, names, failed } = calls(1, 10);
  const tooLate = new AbortController();
  call("first", CROWD);
  call("late", CROWD, tooLate.signal);
  call("last", CROWD);
  tooLate.abort();
  await delay(0);
  expect(failed).toEqual(["late refused"]);
  await end(0);
  expect(names()).toEqual(["first", "last"]);
});

it.each([
  ["one address", () => CROWD],
  ["/64s of one /56", (index: number) => `2001:db8:1:10${index}::/64`],
  ["/56s of one /48", (index: number) => `2001:db8:1:${index}00::/64`],
])("calls of %s that never end leave some slots to others", async (_, networkOf) => {
  const { call, end, names } = calls(6, 100, 4);
  for (let index = 0; index < 9; index += 1) call(`crowd ${index}`, networkOf(index));
  for (const visitor of [1, 2, 3]) call(`visitor ${visitor}`, `198.51.100.${visitor}`);
  const crowd = [0, 1, 2, 3].map((index) => `crowd ${index}`);
  expect(names()).toEqual([...crowd, "visitor 1", "visitor 2"]);
  // A visitor's slot goes to a visitor, past calls that wait longer. A slot of the crowd goes to its next call.
  await end(4);
  expect(names().at(-1)).toBe("visitor 3");
  await end(0);
  expect(names().at(-1)).toBe("crowd 4");
});

it.each(["aaaaaabbbbcd", "bbaabacdcd"])(
  "two networks that take all slots they get leave one to a network without a slot (%s)",
  (networks) => {
    const { call, names } = calls(6, 100, 4, 2);
    for (const name of networks) call(name, `2001:db8:${name}::/64`);
    const started = names().join("");
    expect(started).toHaveLength(6);
    expect(started).toMatch(/^(aaaab|bbaa)c/);
  },
);
