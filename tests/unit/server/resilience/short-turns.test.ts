import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { inShortTurns, sortedInShortTurns } from "server/resilience/short-turns.server";

afterEach(() => void vi.restoreAllMocks());

it("lets others have a turn every half millisecond, one work at a time, and keeps the order", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const done: string[] = [];
  const work = (name: string) =>
    inShortTurns([0, 1, 2, 3], (item) => {
      done.push(`${name}${item}`);
      now += 0.3;
    });
  let turns = 0;
  vi.spyOn(globalThis, "setTimeout").mockImplementation((callback: () => void) => {
    done.push(`pause ${(turns += 1)}`);
    return setImmediate(callback) as never;
  });
  await Promise.all([work("a"), work("b")]);
  expect(done.join(", ")).toBe("a0, a1, pause 1, b0, b1, pause 2, a2, a3, b2, b3");
});

it("sorts as the platform does, whatever the number of items", () =>
  fc.assert(
    fc.asyncProperty(fc.nat(5_000), fc.nat(), async (length, seed) => {
      const items = Array.from({ length }, (_, at) => ({ at, key: (at * seed) % 97 }));
      const compare = (one: { key: number }, other: { key: number }) => one.key - other.key;
      expect(await sortedInShortTurns(items, compare)).toEqual(items.toSorted(compare));
    }),
    { numRuns: 30 },
  ));
