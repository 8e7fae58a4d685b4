import { expect, it } from "vitest";
import { createSlots, type Place, type Slots } from "server/limits/concurrency-limits.server";

const CLIENT = "192.0.2.1";

function take(slots: Slots, times: number, client = CLIENT): Place[] {
  const results = Array.from({ length: times }, () => slots.take(client));
  return results.filter((place) => typeof place !== "string");
}

it("places are limited by network and in total, a full limit is reported, and a left place is free again", () => {
  const full: string[] = [];
  const places = createSlots({ perClient: 2, inAll: 3 }, (limit) => full.push(limit));
  const [first] = take(places, 1, "2001:db8::1");
  expect(take(places, 2, "2001:db8::2")).toHaveLength(1);
  expect(take(places, 2)).toHaveLength(1);
  expect(full).toEqual(["client-full", "all-full"]);
  first?.leave();
  expect(take(places, 1)).toHaveLength(1);
  expect(places.open()).toBe(3);
});
