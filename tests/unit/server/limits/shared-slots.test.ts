import { describe, expect, it } from "vitest";
import { createSlots, type Place } from "server/limits/concurrency-limits.server";
import { createSharedSlots } from "server/limits/shared-slots.server";
import { CountingRedis } from "./counting-redis";

const CLIENT = "192.0.2.1";

function twoInstances(perClient = 4) {
  const server = new CountingRedis();
  const create = (name: string) =>
    createSlots(
      { perClient, inAll: 1_000 },
      undefined,
      createSharedSlots(server.redis, "test", name),
    );
  return { server, one: create("one"), two: create("two") };
}

type Slots = ReturnType<typeof twoInstances>["one"];

/** The places that are given to so many who ask. */
async function given(slots: Slots, times: number, client = CLIENT): Promise<Place[]> {
  const asked = await Promise.all(Array.from({ length: times }, () => slots.take(client)));
  return asked.filter((place) => typeof place !== "string");
}

describe("places of several instances", () => {
  it("are as many for a client as on one, and each is free again for all", async () => {
    const { one, two } = twoInstances();
    const [place] = await given(one, 3);
    expect(await given(two, 3)).toHaveLength(1);
    expect(await given(one, 1)).toHaveLength(0);
    expect(await given(two, 9, "192.0.2.2")).toHaveLength(4);
    place?.leave();
    expect(await given(two, 3)).toHaveLength(1);
  });

  it("are known by a name that tells nobody's address", async () => {
    const { server, one } = twoInstances();
    await given(one, 1);
    expect([...server.places.keys()].join()).toMatch(/^places:test:[\w-]{43}$/);
  });

  it("are half as many on each while Redis is away, rounded up", async () => {
    for (const [perClient, alone] of [
      [4, 2],
      [5, 3],
      [1, 1],
    ] as const) {
      const { server, one, two } = twoInstances(perClient);
      server.isAway = true;
      expect(await given(one, 9)).toHaveLength(alone);
      expect(await given(two, 9)).toHaveLength(alone);
    }
  });

  it("are told of when Redis is back, as many as are held then", async () => {
    const { server, one, two } = twoInstances();
    server.isAway = true;
    const [place] = await given(one, 2);
    await given(one, 1, "192.0.2.2");
    place?.leave();
    await server.comeBack();
    expect([...server.places.values()].map((held) => held.get("one"))).toEqual([1, 1]);
    await given(one, 1, "192.0.2.3"); // a sign of life
    expect(await given(two, 9)).toHaveLength(3);
  });

  it("that were all left while Redis was away are not told of again", async () => {
    const { server, one } = twoInstances();
    const [place] = await given(one, 1);
    server.isAway = true;
    place?.leave();
    server.calls.length = 0;
    await server.comeBack();
    expect(server.calls).toEqual([]);
  });

  it("are told of in pieces that nobody has to wait long for", async () => {
    const { server, one } = twoInstances();
    server.isAway = true;
    for (let client = 0; client < 450; client += 1) await given(one, 1, `198.51.100.${client}`);
    await server.comeBack();
    expect(server.calls.map(({ script, keys }) => [script, keys.length])).toEqual([
      ["places-hold", 200],
      ["places-hold", 200],
      ["places-hold", 50],
    ]);
    expect(server.places.size).toBe(450);
  });

  it("fail with what is no failure of Redis", async () => {
    const broken = { ...new CountingRedis().redis, script: () => Promise.reject(new TypeError()) };
    const slots = createSharedSlots(broken, "test", "one");
    await expect(slots.claim("a", 1, 4)).rejects.toBeInstanceOf(TypeError);
  });
});
