import { expect, it } from "vitest";
import { createPlaces, openAtOnce } from "server/limits/open-at-once.server";

it("holds the promised numbers", () => {
  expect(openAtOnce).toEqual({
    exports: { perClient: 2, inAll: 6 },
    eventStreams: { perClient: 20, inAll: 5000 },
  });
});

it("gives a client its share, everyone what is left, and back what is left behind", () => {
  const places = createPlaces({ perClient: 2, inAll: 3 });
  const first = new AbortController();
  const open = new AbortController().signal;
  expect(places.take("2001:db8::1", first.signal)).toBe("taken");
  expect(places.take("2001:db8::2", open)).toBe("taken");
  expect(places.take("2001:db8::3", open)).toBe("client-full");
  expect(places.take("192.0.2.1", open)).toBe("taken");
  expect(places.take("192.0.2.2", open)).toBe("all-full");
  first.abort();
  expect(places.take("192.0.2.2", open)).toBe("taken");
  expect(places.take("2001:db8::1", open)).toBe("all-full");
});

it("keeps no place for a connection that has closed already", () => {
  const places = createPlaces({ perClient: 1, inAll: 1 });
  expect(places.take("192.0.2.1", AbortSignal.abort())).toBe("taken");
  expect(places.take("192.0.2.1", new AbortController().signal)).toBe("taken");
});
