import { expect, it } from "vitest";
import { createLruStore } from "server/cache/lru-store.server";

const entry = (value: unknown) => ({ value, asOf: 1, arrived: 1 });

it("gives back what was set", async () => {
  const store = createLruStore();
  await store.set("a", entry({ trips: 1 }));
  await expect(store.get("a")).resolves.toEqual(entry({ trips: 1 }));
  await expect(store.get("b")).resolves.toBeUndefined();
});

it("lets the least recently used entry go when there are too many", async () => {
  const store = createLruStore({ maxEntries: 2 });
  await store.set("a", entry(1));
  await store.set("b", entry(2));
  await store.get("a");
  await store.set("c", entry(3));
  await expect(store.get("a")).resolves.toBeDefined();
  await expect(store.get("b")).resolves.toBeUndefined();
});

it("lets entries go when they weigh too much, and does not keep one that is too heavy alone", async () => {
  const store = createLruStore({ maxBytes: 10_000 });
  for (const name of ["a", "b", "c"]) await store.set(name, entry("x".repeat(2000)));
  await expect(store.get("a")).resolves.toBeUndefined();
  await expect(store.get("c")).resolves.toBeDefined();
  await store.set("d", entry("x".repeat(20_000)));
  await expect(store.get("d")).resolves.toBeUndefined();
});
