import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { createAdmission } from "server/http/guard/admission.server";

/** Simulates a page that occupies the event loop for some time. */
const work = (milliseconds: number) => void vi.advanceTimersByTime(milliseconds);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  work(1000); // since the process started
});

const [HOME, OTHER] = ["192.0.2.1", "2001:db8::/64"];

function createQueue() {
  const results: string[] = [];
  const admission = createAdmission();
  // Closed, so that no request is still waiting in the next test.
  onTestFinished(() => admission.close());
  const enter = (name: string, milliseconds = 0, network = HOME) =>
    void admission.enter(network).then((admitted) => {
      if (admitted) work(milliseconds);
      results.push(admitted ? name : `${name} turned away`);
    });
  return { ...admission, results, enter };
}

it("the admission keeps the order, and doubles the batch while event loop turns are short, up to four", async () => {
  const names = Array.from({ length: 12 }, (_, index) => String(index));
  const batchSizes = async (milliseconds: number) => {
    const queue = createQueue();
    for (const name of names) queue.enter(name, milliseconds);
    const sizes: number[] = [];
    while (queue.results.length < names.length) {
      const before = queue.results.length;
      await nextTurn();
      sizes.push(queue.results.length - before);
    }
    expect(queue.results).toEqual(names);
    return sizes;
  };
  expect(await batchSizes(0)).toEqual([1, 2, 4, 4, 1]);
  expect(await batchSizes(5)).toEqual(Array.from({ length: 12 }, () => 1));
});

it("the admission schedules nothing while no request waits", async () => {
  const schedule = vi.spyOn(globalThis, "setImmediate");
  const queue = createQueue();
  queue.enter("one"); // schedules its turn at once
  while (queue.results.length < 1) await nextTurn();
  await nextTurn();
  await nextTurn();
  const [admitBatch] = schedule.mock.calls[0] ?? [];
  expect(schedule.mock.calls.filter(([callback]) => callback === admitBatch)).toHaveLength(1);
});

it("the admission holds new requests until the release, and then admits resumed requests first", async () => {
  const queue = createQueue();
  queue.enter("early");
  queue.hold();
  queue.enter("late");
  void queue.resume(HOME).then((admitted) => queue.results.push(`resumed ${admitted}`));
  await nextTurn();
  await nextTurn();
  expect(queue.results).toEqual([]);
  queue.release();
  while (queue.results.length < 3) await nextTurn();
  expect(queue.results).toEqual(["resumed true", "early", "late"]);
});

it("the admission takes turns between client networks, so that a crowd does not delay other networks", async () => {
  const queue = createQueue();
  for (let index = 0; index < 100; index += 1) queue.enter(`crowd ${index}`);
  void queue.resume(HOME).then(() => queue.results.push("crowd resumed"));
  queue.enter("visitor", 0, OTHER);
  void queue.resume(OTHER).then(() => queue.results.push("visitor resumed"));
  while (queue.results.length < 102) await nextTurn();
  expect(queue.results.indexOf("visitor resumed")).toBeLessThan(6);
  expect(queue.results.indexOf("visitor")).toBeLessThan(6);
});

/** Creates an admission with a number of requests per network that have waited for some time. */
function createCrowd(waiting: Record<string, number>, milliseconds = 250) {
  const queue = createQueue();
  for (const [network, count] of Object.entries(waiting)) {
    for (let index = 0; index < count; index += 1) queue.enter("one", 5, network);
  }
  work(milliseconds);
  return queue;
}

const networks = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`192.0.2.${index}`, 2]));

it.each<[string, Record<string, number>, ms: number, network: string, expected: boolean]>([
  ["63 requests wait", { [HOME]: 63 }, 250, HOME, false],
  ["64 requests wait", { [HOME]: 64 }, 250, HOME, true],
  ["fewer than 64 requests wait in all", { [HOME]: 40, [OTHER]: 20 }, 250, HOME, false],
  ["the first request has waited for 200 ms", { [HOME]: 64 }, 200, HOME, false],
  ["the first request has waited for longer", { [HOME]: 64 }, 201, HOME, true],
  ["the network has less than its share", { [HOME]: 31, [OTHER]: 75 }, 250, HOME, false],
  ["the network has its share", { [HOME]: 32, [OTHER]: 75 }, 250, HOME, true],
  ["63 other networks wait", networks(63), 250, OTHER, false],
  ["64 other networks wait", networks(64), 250, OTHER, true],
])(
  "the admission decides on overload for a network when %s",
  (_, waiting, milliseconds, network, expected) => {
    expect(createCrowd(waiting, milliseconds).overloaded(network)).toBe(expected);
  },
);

it("the admission is no longer overloaded after the late requests are admitted", async () => {
  const queue = createCrowd({ [HOME]: 64 });
  while (queue.results.length < 64) await nextTurn();
  expect(queue.overloaded(HOME)).toBe(false);
});

it("the admission is never overloaded while it is held", () => {
  const queue = createCrowd({ [HOME]: 100 });
  queue.hold();
  expect(queue.overloaded(HOME)).toBe(false);
});

it("a closed admission refuses waiting and new requests, even after a release", async () => {
  const queue = createQueue();
  queue.hold();
  queue.enter("waiting");
  const resumed = queue.resume(HOME);
  queue.close();
  expect(await resumed).toBe(false);
  queue.enter("late");
  queue.release();
  queue.hold();
  queue.release();
  queue.enter("later");
  await nextTurn();
  await nextTurn();
  expect(queue.results).toEqual(["waiting turned away", "late turned away", "later turned away"]);
});
