import { expect, it } from "vitest";
import { idleTurn } from "server/shutdown/idle-turn.server";

it("waits for a turn in which nothing arrives", async () => {
  let arrived = 0;
  const arrive = () => {
    arrived += 1;
    if (arrived < 100) setImmediate(arrive);
  };
  arrive();
  await idleTurn(() => arrived, { quietMs: 0, atMostMs: 10_000 });
  expect(arrived).toBe(100);
});

it("waits until nothing has arrived for a while", async () => {
  let arrived = 0;
  const arriving = setInterval(() => {
    arrived += 1;
    if (arrived === 10) clearInterval(arriving);
  }, 10);
  await idleTurn(() => arrived, { quietMs: 500, atMostMs: 10_000 });
  expect(arrived).toBe(10);
});

it("does not wait for ever", async () => {
  let arrived = 0;
  await idleTurn(() => (arrived += 1), { quietMs: 0, atMostMs: 10 });
  expect(arrived).toBeGreaterThan(2);
});
