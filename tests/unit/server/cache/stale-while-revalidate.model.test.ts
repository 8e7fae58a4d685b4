import fc from "fast-check";
import { expect, it } from "vitest";
import {
  circuitOpen,
  coolDownMs,
  DAY_MS,
  FRESH_MS,
  http,
  settled,
  HandAnsweredCache,
} from "./cache-under-test";

const HOUR_MS = 3_600_000;

/** The expected state of one key of the cache. */
interface KeyModel {
  entry?: { value: number; asOf: number };
  /** Time of the newest answer on the monotonic clock, in milliseconds. */
  answeredAt: number;
  failure?: { error: Error; count: number; until: number };
  underWay: boolean;
  waiting: ReturnType<HandAnsweredCache["read"]>[];
}

interface Model {
  now: number;
  jump: number;
  started: number;
  keys: Map<string, KeyModel>;
}

const keyNames = ["a", "b"] as const;
const keyOf = (model: Model, name: string): KeyModel => {
  const keyModel = model.keys.get(name) ?? { answeredAt: -Infinity, underWay: false, waiting: [] };
  model.keys.set(name, keyModel);
  return keyModel;
};

class Read implements fc.AsyncCommand<Model, HandAnsweredCache> {
  constructor(readonly name: string) {}
  check = () => true;
  toString = () => `read(${this.name})`;

  async run(model: Model, world: HandAnsweredCache) {
    const key = keyOf(model, this.name);
    const age = model.now - key.answeredAt;
    const cooling = key.failure !== undefined && model.now < key.failure.until;
    const read = world.read(this.name);
    read.catch(() => undefined);
    await settled();

    if (age >= FRESH_MS && !cooling && !key.underWay) {
      key.underWay = true;
      model.started += 1;
    }
    expect(world.started).toBe(model.started);
    if (key.entry && age < DAY_MS) {
      // A difference of more than a second means that the wall clock was set: `asOf` follows it.
      const asOf = model.now + model.jump - age;
      if (Math.abs(asOf - key.entry.asOf) > 1000) key.entry.asOf = asOf;
      const state = age < FRESH_MS ? "fresh" : key.failure ? "stale" : "refreshing";
      await expect(read).resolves.toEqual({ ...key.entry, state });
    } else if (cooling) {
      await expect(read).rejects.toBe(key.failure?.error);
    } else {
      key.waiting.push(read);
    }
  }
}

class MoveClocks implements fc.AsyncCommand<Model, HandAnsweredCache> {
  constructor(
    readonly elapsedMs: number,
    readonly wallClockMs: number,
  ) {}
  check = () => true;
  toString = () => `pass(${this.elapsedMs} ms), set the wall clock by ${this.wallClockMs} ms`;

  run(model: Model, world: HandAnsweredCache) {
    model.now += this.elapsedMs;
    world.now += this.elapsedMs;
    model.jump += this.wallClockMs;
    world.wallClockJump += this.wallClockMs;
    return Promise.resolve();
  }
}

class Settle implements fc.AsyncCommand<Model, HandAnsweredCache> {
  constructor(
    readonly name: string,
    readonly outcome: number | "fails" | "is not sent",
  ) {}
  check = (model: Model) => keyOf(model, this.name).underWay;
  toString = () => `settle(${this.name}: ${this.outcome})`;

  async run(model: Model, world: HandAnsweredCache) {
    const key = keyOf(model, this.name);
    const waiting = key.waiting.splice(0);
    key.underWay = false;
    if (typeof this.outcome === "number") {
      await world.settle(this.outcome, this.name);
      key.entry = { value: this.outcome, asOf: model.now + model.jump };
      key.answeredAt = model.now;
      delete key.failure;
      for (const read of waiting) {
        await expect(read).resolves.toEqual({ ...key.entry, state: "fresh" });
      }
      return;
    }
    const sent = this.outcome === "fails";
    const error = sent ? http() : circuitOpen();
    await world.settle(error, this.name);
    const count = (key.failure?.count ?? 0) + (sent ? 1 : 0);
    key.failure = { error, count, until: model.now + (sent ? coolDownMs(count) : 1000) };
    for (const read of waiting) await expect(read).rejects.toBe(error);
  }
}

it("behaves like the model in any sequence of reads, waits, answers, failures and clock changes", async () => {
  const name = fc.constantFrom(...keyNames);
  const ms = fc.constantFrom(1, 999, 1000, 7_999, FRESH_MS - 1, FRESH_MS, DAY_MS - 1, DAY_MS);
  const commands = fc.commands(
    [
      name.map((key) => new Read(key)),
      ms.map((span) => new MoveClocks(span, 0)),
      fc
        .constantFrom(1000, -1000, 1001, -1001, HOUR_MS, -HOUR_MS)
        .map((by) => new MoveClocks(0, by)),
      fc
        .tuple(name, fc.oneof(fc.nat(), fc.constantFrom("fails", "is not sent")))
        .map(([key, outcome]) => new Settle(key, outcome)),
    ],
    { maxCommands: 60, size: "max" },
  );
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const real = new HandAnsweredCache();
      const model: Model = { now: real.now, jump: 0, started: 0, keys: new Map() };
      await fc.asyncModelRun(() => ({ model, real }), sequence);
    }),
    { numRuns: 300 },
  );
});
