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

async function given(slots: Slots, times: number, client = CLIENT): Promise<Place[]> {
  const asked = await Promise.all(Array.from({ length: times }, () => slots.take(client)));
  return asked.filter((place) => typeof place !== "string");
}

it("places are given by network and in all, told of when full, and free again once left", async () => {
  const full: string[] = [];
  const places = createSlots({ perClient: 2, inAll: 3 }, (limit) => full.push(limit));
  const [first] = await given(places, 1, "2001:db8::1");
  expect(await given(places, 2, "2001:db8::2")).toHaveLength(1);
  expect(await given(places, 2)).toHaveLength(1);
  expect(full).toEqual(["client-full", "all-full"]);
  first?.leave();
  expect(await given(places, 1)).toHaveLength(1);
  expect(places.open()).toBe(3);
});

it.each([
  [60, 8],
  [6, 4],
])(
  "places of %i in all a /56 may have %i, and leaves room for another client",
  async (inAll, most) => {
    const places = createSlots({ perClient: 2, inAll });
    const ofNeighbours = await Promise.all(
      Array.from({ length: 12 }, (_, room) => places.take(`2001:db8:1:${room}::1`)),
    );
    expect(ofNeighbours.filter((place) => typeof place !== "string")).toHaveLength(most);
    expect(await given(places, 2)).toHaveLength(2);
  },
);

it("a place is free again where asking for it elsewhere fails with what is no failure of Redis", async () => {
  const script = vi.fn<Redis["script"]>().mockRejectedValueOnce(new TypeError());
  const elsewhere = createSharedSlots({ ...new CountingRedis().redis, script }, "test", "one");
  const places = createSlots({ perClient: 1, inAll: 1 }, undefined, elsewhere);
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

  it("are as many for a client as on one, and each is free again for all", async () => {
    const { server, one, two } = twoInstances();
    const [place] = await given(one, 3);
    expect(await given(two, 3)).toHaveLength(1);
    expect(await given(two, 9, "192.0.2.2")).toHaveLength(4);
    place?.leave();
    expect(await given(two, 3)).toHaveLength(1);
    // Their name tells nobody's address.
    expect([...server.places.keys()][0]).toMatch(/^places:test:[\w-]{43}$/);
  });

  it.each([
    [4, 2],
    [5, 3],
    [1, 1],
  ])("of %i are %i on each while Redis is away", async (perClient, alone) => {
    const { server, one, two } = twoInstances(perClient);
    server.isAway = true;
    expect(await given(one, 9)).toHaveLength(alone);
    expect(await given(two, 9)).toHaveLength(alone);
  });

  it("are told of in pieces when Redis is back, as many as are held then", async () => {
    const { server, one } = twoInstances();
    const [there] = await given(one, 1, "192.0.2.2");
    server.isAway = true;
    const [place] = await given(one, 2);
    for (let client = 0; client < 449; client += 1) await given(one, 1, `198.51.100.${client}`);
    place?.leave();
    there?.leave();
    server.calls.length = 0;
    await server.comeBack();
    expect(server.calls.map(({ script, keys }) => [script, keys.length])).toEqual([
      ["places-hold", 200],
      ["places-hold", 200],
      ["places-hold", 50],
    ]);
    expect([...server.places.values()].map((held) => held.get("one"))).toEqual(Array(451).fill(1));
  });
});
