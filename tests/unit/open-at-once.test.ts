import { expect, it } from "vitest";
import { createPlaces, openAtOnce, type Place } from "server/limits/open-at-once.server";

it("holds the promised numbers", () => {
  expect(openAtOnce).toEqual({
    exports: { perClient: 2, inAll: 6 },
    eventStreams: { perClient: 20, inAll: 5000 },
  });
});

it("gives a client its share, everyone what is left, and back what is left behind", () => {
  const places = createPlaces({ perClient: 2, inAll: 3 });
  const first = places.take("2001:db8::1") as Place;
  expect(places.take("2001:db8::2")).toHaveProperty("leave");
  expect(places.take("2001:db8::3")).toBe("client-full");
  expect(places.take("192.0.2.1")).toHaveProperty("leave");
  expect(places.take("192.0.2.2")).toBe("all-full");
  first.leave();
  expect(places.take("192.0.2.2")).toHaveProperty("leave");
  expect(places.take("2001:db8::1")).toBe("all-full");
  expect(places.open()).toBe(3);
});
