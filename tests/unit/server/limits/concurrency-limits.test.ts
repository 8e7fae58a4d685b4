import { describe, expect, it, vi } from "vitest";
import {
  createSlots,
  type Place,
  type Slots,
  createSharedSlots,
} from "server/limits/concurrency-limits.server";
import type { Redis } from "server/redis/redis.server";
import { CountingRedis } from "./counting-redis";

const CLIENT = "192.0.2.1";

async function take(slots: Slots, times: number, client = CLIENT): Promise<Place[]> {
  const results = await Promise.all(Array.from({ length: times }, () => slots.take(client)));
  return results.filter((place) => typeof place !== "string");
}

it("places are limited by network and in total, a full limit is reported, and a left place is free again", async () => {
  const full: string[] = [];
  const places = createSlots({ perClient: 2, inAll: 3 }, (limit) => full.push(limit));
  const [first] = await take(places, 1, "2001:db8::1");
  expect(await take(places, 2, "2001:db8::2")).toHaveLength(1);
  expect(await take(places, 2)).toHaveLength(1);
  expect(full).toEqual(["client-full", "all-full"]);
  first?.leave();
  expect(await take(places, 1)).toHaveLength(1);
  expect(places.open()).toBe(3);
});

it.each([
  [60, 8],
  [6, 4],
])(
  "of %i places in total a /56 may take %i, which leaves room for another client",
  async (inAll, most) => {
    const places = createSlots({ perClient: 2, inAll });
    const ofNeighbours = await Promise.all(
      Array.from({ length: 12 }, (_, room) => places.take(`2001:db8:1:${room}::1`)),
    );
    expect(ofNeighbours.filter((place) => typeof place !== "string")).toHaveLength(most);
    expect(await take(places, 2)).toHaveLength(2);
  },
);

it("a place is free again when claiming it in Redis fails with an error that is not from Redis", async () => {
  const script = vi.fn<Redis["script"]>().mockRejectedValueOnce(new TypeError());
  const sharedSlots = createSharedSlots({ ...new CountingRedis().redis, script }, "test", "one");
  const places = createSlots({ perClient: 1, inAll: 1 }, undefined, sharedSlots);
  await expect(places.take(CLIENT)).rejects.toBeInstanceOf(TypeError);
  expect(places.open()).toBe(0);
});

describe("places of several instances", () => {
  function twoInstances(perClient = 4) {
    const server = new CountingRedis();
    const create = (name: string) => {
      const shared = createSharedSlots(server.redis, "test", name);
      return createSlots({ perClient, inAll: 1_000 }, undefined, shared);
    };
    return { server, one: create("one"), two: create("two") };
  }

  it("have one limit per client for all instances, and a left place is free again on each of them", async () => {
    const { server, one, two } = twoInstances();
    const [place] = await take(one, 3);
    expect(await take(two, 3)).toHaveLength(1);
    expect(await take(two, 9, "192.0.2.2")).toHaveLength(4);
    place?.leave();
    expect(await take(two, 3)).toHaveLength(1);
    // The key in Redis does not contain the client's address.
    expect([...server.places.keys()][0]).toMatch(/^places:test:[\w-]{43}$/);
  });

  it.each([
    [4, 2],
    [5, 3],
    [1, 1],
  ])("of %i per client are %i on each instance while Redis is away", async (perClient, alone) => {
    const { server, one, two } = twoInstances(perClient);
    server.isAway = true;
    expect(await take(one, 9)).toHaveLength(alone);
    expect(await take(two, 9)).toHaveLength(alone);
  });

  it("are reported in batches when Redis is back, with the numbers that are held then", async () => {
    const { server, one } = twoInstances();
    const [earlierPlace] = await take(one, 1, "192.0.2.2");
    server.isAway = true;
    const [place] = await take(one, 2);
    for (let client = 0; client < 449; client += 1) await take(one, 1, `198.51.100.${client}`);
    place?.leave();
    earlierPlace?.leave();
    server.calls.length = 0;
    await server.comeBack();
    expect(server.calls.map(({ script, keys }) => [script, keys.length])).toEqual([
      ["places-hold", 200],
      ["places-hold", 200],
      ["places-hold", 50],
    ]);
    expect([...server.places.values()].map((row) => row.get("one"))).toEqual(Array(451).fill(1));
  });
});
