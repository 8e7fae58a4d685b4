import { expect, it } from "vitest";
import { createRoundRobinQueue } from "server/resilience/round-robin-queue.server";

const VISITOR = "192.0.2.1";
/** Name of a /64: `site` is its /48, `home` the /56 within that, `room` the /64 itself. */
const network = (site: number, home: number, room: number) =>
  `2001:db8:${site.toString(16)}:${(home * 256 + room).toString(16)}::/64`;

/** A queue with two items of each of so many /64s in one /56, then one item of another network. */
function crowdOf(neighbours: number) {
  const queue = createRoundRobinQueue<string>();
  for (let room = 0; room < neighbours; room += 1) {
    queue.add(network(1, 1, room), `crowd ${room} first`);
    queue.add(network(1, 1, room), `crowd ${room} second`);
  }
  queue.add(VISITOR, "visitor");
  return queue;
}

it("the /64s of one /56 wait for each other, and other networks wait for one turn of the /56", () => {
  const queue = crowdOf(40);
  queue.add(network(1, 2, 0), "same /48");
  queue.add(network(2, 1, 0), "other /48");
  const order = Array.from({ length: 7 }, () => queue.next());
  expect(order).toEqual([
    "crowd 0 first",
    "visitor",
    "other /48",
    "same /48",
    "crowd 1 first",
    "crowd 2 first",
    "crowd 3 first",
  ]);
});

it("a network's share of the places depends on the networks that wait", () => {
  const queue = crowdOf(32);
  const has = (name: string, places: number) => queue.hasShare(name, places);
  // 64 of 128 places for the /48, 2 of them for each /64.
  expect(has(network(1, 1, 0), 128)).toBe(true);
  expect(has(network(1, 1, 0), 192)).toBe(false);
  // Another /64 and another /56, in a /48 that has more than its share.
  expect([has(network(1, 1, 40), 128), has(network(1, 2, 0), 128)]).toEqual([false, false]);
  expect([has(VISITOR, 2), has(VISITOR, 4), has("192.0.2.2", 3)]).toEqual([true, false, false]);
});

it("the newest item of the largest network is dropped first, with neighbouring networks counted together", () => {
  const queue = crowdOf(3);
  for (let own = 0; own < 3; own += 1) queue.add(VISITOR, `visitor ${own}`);
  queue.remove(network(1, 1, 0), "crowd 0 second");
  expect([queue.newestOfLargest(), queue.newestOfLargest()]).toEqual([
    "crowd 2 second",
    "visitor 2", // as many items as the crowd, with a later turn
  ]);
  expect(queue.size).toBe(7);
  expect([...queue.heads()]).toEqual([
    "crowd 0 first",
    "crowd 1 first",
    "crowd 2 first",
    "visitor",
  ]);
});
