import fc from "fast-check";
import { expect, it } from "vitest";
import {
  DAY_MS,
  FRESH_MS,
  flushPromises,
  HandAnsweredCache,
  httpError,
  REST_MS,
} from "./cache-under-test";

/** The expected state of one key of the cache. */
interface KeyModel {
  entry?: { value: number; asOf: number };
  failure?: { error: Error; until: number };
  underWay: boolean;
  waiting: ReturnType<HandAnsweredCache["read"]>[];
}

interface Model {
  started: number;
  keys: Record<string, KeyModel>;
}

type Command = fc.AsyncCommand<Model, HandAnsweredCache>;

const keyOf = ({ keys }: Model, name: string) => (keys[name] ??= { underWay: false, waiting: [] });

const read = (name: string): Command => ({
  check: () => true,
  toString: () => `read(${name})`,
  async run(model, world) {
    const key = keyOf(model, name);
    const age = world.now - (key.entry?.asOf ?? -Infinity);
    const rests = key.failure !== undefined && world.now < key.failure.until;
    const result = world.read(name);
    result.catch(() => undefined);
    await flushPromises();
    if (age >= FRESH_MS && !rests && !key.underWay) {
      key.underWay = true;
      model.started += 1;
    }
    expect(world.started).toBe(model.started);
    if (key.entry && age < DAY_MS) {
      const state = age < FRESH_MS ? "fresh" : key.failure ? "stale" : "refreshing";
      await expect(result).resolves.toEqual({ ...key.entry, state });
    } else if (rests) {
      await expect(result).rejects.toBe(key.failure?.error);
    } else {
      key.waiting.push(result);
    }
  },
});

const pass = (ms: number): Command => ({
  check: () => true,
  toString: () => `pass(${ms} ms)`,
  run(_model, world) {
    world.now += ms;
    return Promise.resolve();
  },
});

const settle = (name: string, outcome: number | "fails"): Command => ({
  check: (model) => keyOf(model, name).underWay,
  toString: () => `settle(${name}: ${outcome})`,
  async run(model, world) {
    const key = keyOf(model, name);
    key.underWay = false;
    const waiting = key.waiting.splice(0);
    const error = httpError();
    await world.settle(outcome === "fails" ? error : outcome, name);
    if (outcome === "fails") {
      key.failure = { error, until: world.now + REST_MS };
      for (const one of waiting) await expect(one).rejects.toBe(error);
    } else {
      key.entry = { value: outcome, asOf: world.now };
      delete key.failure;
      for (const one of waiting)
        await expect(one).resolves.toEqual({ ...key.entry, state: "fresh" });
    }
  },
});

it("behaves like the model in any sequence of reads, waits, answers and failures", async () => {
  const name = fc.constantFrom("metrics", "b");
  const ms = fc.constantFrom(1, REST_MS - 1, REST_MS, FRESH_MS - 1, FRESH_MS, DAY_MS - 1, DAY_MS);
  const outcome = fc.oneof(fc.nat(), fc.constant("fails" as const));
  const commands = fc.commands(
    [name.map(read), ms.map(pass), fc.tuple(name, outcome).map((args) => settle(...args))],
    { maxCommands: 60, size: "max" },
  );
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const setup = () => ({ model: { started: 0, keys: {} }, real: new HandAnsweredCache() });
      await fc.asyncModelRun(setup, sequence);
    }),
    { numRuns: 100 },
  );
});
