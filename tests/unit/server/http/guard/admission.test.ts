import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { createAdmission } from "server/http/guard/admission.server";

/** As long as the answer to a page takes of the only thread. */
const work = (milliseconds: number) => void vi.advanceTimersByTime(milliseconds);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  work(1000); // since the process started
});

const [HOME, OTHER] = ["192.0.2.1", "2001:db8::/64"];

function visitors() {
  const seen: string[] = [];
  const admission = createAdmission();
  // Nobody waits on into the tests of another file.
  onTestFinished(() => admission.close());
  const enter = (name: string, milliseconds = 0, network = HOME) =>
    void admission.enter(network).then((admitted) => {
      if (admitted) work(milliseconds);
      seen.push(admitted ? name : `${name} turned away`);
    });
  return { ...admission, seen, enter };
}

it("the admission keeps the order, and lets more in with each turn while turns are short, up to four", async () => {
  const names = Array.from({ length: 12 }, (_, index) => String(index));
  const admitted = async (milliseconds: number) => {
    const door = visitors();
    for (const name of names) door.enter(name, milliseconds);
    const turns: number[] = [];
    while (door.seen.length < names.length) {
      const before = door.seen.length;
      await nextTurn();
      turns.push(door.seen.length - before);
    }
    expect(door.seen).toEqual(names);
    return turns;
  };
  expect(await admitted(0)).toEqual([1, 2, 4, 4, 1]);
  expect(await admitted(5)).toEqual(Array.from({ length: 12 }, () => 1));
});

it("the admission schedules nothing while nobody waits", async () => {
  const turns = vi.spyOn(globalThis, "setImmediate");
  const door = visitors();
  door.enter("one"); // schedules its turn at once
  while (door.seen.length < 1) await nextTurn();
  await nextTurn();
  await nextTurn();
  const [admitBatch] = turns.mock.calls[0] ?? [];
  expect(turns.mock.calls.filter(([callback]) => callback === admitBatch)).toHaveLength(1);
});

it("the admission holds who comes until it is released, and lets those first who are halfway through", async () => {
  const door = visitors();
  door.enter("early");
  door.hold();
  door.enter("late");
  void door.resume(HOME).then((goesOn) => door.seen.push(`halfway ${goesOn}`));
  await nextTurn();
  await nextTurn();
  expect(door.seen).toEqual([]);
  door.release();
  while (door.seen.length < 3) await nextTurn();
  expect(door.seen).toEqual(["halfway true", "early", "late"]);
});

it("the admission gives client networks turns, so that a crowd waits for itself", async () => {
  const door = visitors();
  for (let index = 0; index < 100; index += 1) door.enter(`crowd ${index}`);
  void door.resume(HOME).then(() => door.seen.push("crowd halfway"));
  door.enter("visitor", 0, OTHER);
  void door.resume(OTHER).then(() => door.seen.push("visitor halfway"));
  while (door.seen.length < 102) await nextTurn();
  expect(door.seen.indexOf("visitor halfway")).toBeLessThan(6);
  expect(door.seen.indexOf("visitor")).toBeLessThan(6);
});

/** So many waiting for so long, by network. */
function crowd(waiting: Record<string, number>, milliseconds = 250) {
  const door = visitors();
  for (const [network, count] of Object.entries(waiting)) {
    for (let index = 0; index < count; index += 1) door.enter("one", 5, network);
  }
  work(milliseconds);
  return door;
}

const networks = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`192.0.2.${index}`, 2]));

it.each<[string, Record<string, number>, ms: number, network: string, isSo: boolean]>([
  ["63 wait", { [HOME]: 63 }, 250, HOME, false],
  ["64 wait", { [HOME]: 64 }, 250, HOME, true],
  ["less than 64 of it wait", { [HOME]: 40, [OTHER]: 20 }, 250, HOME, false],
  ["the first has waited for 200 ms", { [HOME]: 64 }, 200, HOME, false],
  ["the first has waited for longer", { [HOME]: 64 }, 201, HOME, true],
  ["it has less than its share", { [HOME]: 31, [OTHER]: 75 }, 250, HOME, false],
  ["it has its share", { [HOME]: 32, [OTHER]: 75 }, 250, HOME, true],
  ["63 others wait", networks(63), 250, OTHER, false],
  ["64 others wait", networks(64), 250, OTHER, true],
])(
  "the admission is overloaded for a network where %s",
  (_, waiting, milliseconds, network, isSo) => {
    expect(crowd(waiting, milliseconds).overloaded(network)).toBe(isSo);
  },
);

it("the admission is overloaded until those who waited too long are through", async () => {
  const door = crowd({ [HOME]: 64 });
  while (door.seen.length < 64) await nextTurn();
  expect(door.overloaded(HOME)).toBe(false);
});

it("the admission is overloaded never while it is held", () => {
  const door = crowd({ [HOME]: 100 });
  door.hold();
  expect(door.overloaded(HOME)).toBe(false);
});

it("the admission turns away who waits and who comes once it is closed, for good", async () => {
  const door = visitors();
  door.hold();
  door.enter("waiting");
  const halfway = door.resume(HOME);
  door.close();
  expect(await halfway).toBe(false);
  door.enter("late");
  door.release();
  door.hold();
  door.release();
  door.enter("later");
  await nextTurn();
  await nextTurn();
  expect(door.seen).toEqual(["waiting turned away", "late turned away", "later turned away"]);
});
