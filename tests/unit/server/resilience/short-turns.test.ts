import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { inShortTurns, sortedInShortTurns } from "server/resilience/short-turns.server";

afterEach(() => void vi.restoreAllMocks());

it("lets others have a turn every ten milliseconds, and keeps the order", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const done: (number | string)[] = [];
  setImmediate(() => done.push("another"));
  await inShortTurns([0, 1, 2, 3], (item) => {
    done.push(item);
    now += 6;
  });
  expect(done).toEqual([0, 1, "another", 2, 3]);
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
