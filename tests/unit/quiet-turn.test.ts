import { expect, it } from "vitest";
import { quietTurn } from "server/quiet-turn.server";

it("waits for a turn in which nothing arrives", async () => {
  let arrived = 0;
  const arrive = () => {
    arrived += 1;
    if (arrived < 100) setImmediate(arrive);
  };
  arrive();
  await quietTurn(() => arrived, { quietMs: 0, atMostMs: 10_000 });
  expect(arrived).toBe(100);
});

it("waits until nothing has arrived for a while", async () => {
  let arrived = 0;
  const arriving = setInterval(() => {
    arrived += 1;
    if (arrived === 10) clearInterval(arriving);
  }, 10);
  await quietTurn(() => arrived, { quietMs: 500, atMostMs: 10_000 });
  expect(arrived).toBe(10);
});

it("does not wait for ever", async () => {
  let arrived = 0;
  await quietTurn(() => (arrived += 1), { quietMs: 0, atMostMs: 10 });
  expect(arrived).toBeGreaterThan(2);
});
