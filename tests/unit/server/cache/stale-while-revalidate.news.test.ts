import { expect, it } from "vitest";
import { alone, type SharedNews } from "server/cache/shared-tier.server";
import { FRESH_MS, HandAnsweredCache, http } from "./cache-under-test";

/** A cache with an answer of its own, a second old, which hears what it is told. */
async function listening() {
  let tellIt: (news: SharedNews) => void = () => undefined;
  const world = new HandAnsweredCache({
    tier: { ...alone, onNews: (listener) => (tellIt = listener) },
  });
  const read = world.read();
  await world.settle(1);
  await read;
  await world.read();
  world.now += 1_000;
  const theirs = { id: "theirs", value: 2, asOf: world.now - 1, ageMs: 0 };
  const tell = (news: Partial<SharedNews>) =>
    tellIt({
      resource: "trips",
      key: "trips",
      newer: false,
      entry: theirs,
      failure: null,
      ...news,
    });
  return { world, theirs, tell };
}

it("takes a newer answer of another instance, keeps the count of reads, and tells dashboards", async () => {
  const { world, theirs, tell } = await listening();
  tell({});
  expect(await world.read()).toEqual({ value: 2, asOf: theirs.asOf, state: "fresh" });
  expect([...world.cache.known()]).toMatchObject([{ key: "trips", hits: 2 }]);
  expect(world.heard).toEqual(["refresh trips"]);
});

it("leaves alone what is older than its own answer", async () => {
  const { world, theirs, tell } = await listening();
  tell({ entry: { ...theirs, ageMs: 2_000 } });
  expect(await world.read()).toMatchObject({ value: 1 });
  expect(world.heard).toEqual([]);
});

it("marks an answer as stale whose refresh has failed elsewhere", async () => {
  const { world, tell } = await listening();
  tell({ failure: { error: http(), count: 1, coolMs: 60_000 } });
  world.now += FRESH_MS;
  expect(await world.read()).toMatchObject({ value: 2, state: "stale" });
});

it("tells of a newer answer and of the first failure of several where it knows nothing itself", async () => {
  const { world, tell } = await listening();
  const failure = { error: http(), count: 1, coolMs: 1_000 };
  const other = { key: "other", entry: null };
  tell({ ...other, newer: true });
  tell(other);
  tell({ ...other, failure });
  tell({ ...other, failure: { ...failure, count: 2 } });
  expect(world.heard).toEqual(["refresh other", "failure other"]);
});
