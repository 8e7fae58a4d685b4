import { expect, it } from "vitest";
import { quietTurn } from "server/quiet-turn.server";

it("waits for a turn in which nothing arrives", async () => {
  let arrived = 0;
  const arrive = () => {
    arrived += 1;
    if (arrived < 100) setImmediate(arrive);
  };
  arrive();
  await quietTurn(() => arrived, 10_000);
  expect(arrived).toBe(100);
});

it("does not wait for ever", async () => {
  let arrived = 0;
  await quietTurn(() => (arrived += 1), 20);
  expect(arrived).toBeGreaterThan(2);
});
