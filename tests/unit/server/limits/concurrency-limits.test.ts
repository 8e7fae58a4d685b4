import { expect, it } from "vitest";
import {
  createSlots,
  concurrencyLimits,
  type Place,
} from "server/limits/concurrency-limits.server";

it("holds the promised numbers", () => {
  expect(concurrencyLimits).toEqual({
    exports: { perClient: 2, inAll: 6 },
    eventStreams: { perClient: 20, inAll: 5000 },
  });
});

it("gives a client its share, everyone what is left, and back what is left behind", async () => {
  const places = createSlots({ perClient: 2, inAll: 3 });
  const first = (await places.take("2001:db8::1")) as Place;
  expect(await places.take("2001:db8::2")).toHaveProperty("leave");
  expect(await places.take("2001:db8::3")).toBe("client-full");
  expect(await places.take("192.0.2.1")).toHaveProperty("leave");
  expect(await places.take("192.0.2.2")).toBe("all-full");
  first.leave();
  expect(await places.take("192.0.2.2")).toHaveProperty("leave");
  expect(await places.take("2001:db8::1")).toBe("all-full");
  expect(places.open()).toBe(3);
});

it("gives no more than its number to those who ask at the same moment", async () => {
  const places = createSlots({ perClient: 2, inAll: 3 });
  const asked = await Promise.all(Array.from({ length: 5 }, () => places.take("192.0.2.1")));
  expect(asked.filter((place) => typeof place !== "string")).toHaveLength(2);
});

it("keeps no place that is held elsewhere, and tells of each it gives away or back", async () => {
  const told: number[] = [];
  const elsewhere = {
    claim: (_network: string, own: number) => Promise.resolve(own <= 1),
    tell: (_network: string, own: number) => void told.push(own),
  };
  const full: string[] = [];
  const places = createSlots({ perClient: 3, inAll: 9 }, (limit) => full.push(limit), elsewhere);
  const first = (await places.take("192.0.2.1")) as Place;
  expect(await places.take("192.0.2.1")).toBe("client-full");
  expect(places.open()).toBe(1);
  first.leave();
  expect([told, full]).toEqual([[1, 0], ["client-full"]]);
});
