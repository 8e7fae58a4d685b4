import fc from "fast-check";
import { beforeEach, expect, it, vi } from "vitest";
import {
  createLocalCounters,
  longestFull,
  type Counter,
  type Counters,
  type Verdict,
} from "server/limits/counters.server";
import { createSharedCounters } from "server/limits/shared-counters.server";
import { CountingRedis, freeAt, left } from "./counting-redis";

const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers());

const counters: Counter[] = [
  { name: "one a minute", points: 1, seconds: 60 },
  { name: "three an hour", points: 3, seconds: 3_600 },
  { name: "two an hour", points: 2, seconds: 3_600 },
];

/** The expected behaviour of counters. */
class Model {
  readonly #windows = new Map<string, { used: number; until: number }>();

  #read({ name }: Counter) {
    const window = this.#windows.get(name);
    return window && window.until > Date.now() ? window : { used: 0, until: 0 };
  }

  left(some: Counter[]): number {
    return Math.min(...some.map((one) => one.points - this.#read(one).used));
  }

  freeAt(some: Counter[]): number {
    const full = some.filter((one) => this.#read(one).used === one.points);
    return Math.max(0, ...full.map((one) => this.#read(one).until));
  }

  take(some: Counter[]) {
    const until = this.freeAt(some);
    if (until > 0) {
      const index = some.findIndex((one) => this.freeAt([one]) === until);
      return { ok: false, full: { index, until } };
    }
    for (const one of some) {
      const { used, until: end } = this.#read(one);
      const newEnd = Date.now() + one.seconds * 1000;
      this.#windows.set(one.name, { used: used + 1, until: used > 0 ? end : newEnd });
    }
    const windows = some.map((one) => ({ left: this.left([one]), until: this.#read(one).until }));
    return { ok: true, windows };
  }

  giveBack(some: Counter[]): void {
    for (const one of some) {
      const { used, until } = this.#read(one);
      if (used > 1) this.#windows.set(one.name, { used: used - 1, until });
      else this.#windows.delete(one.name);
    }
  }
}

/** The part of a verdict that the model predicts: of a refusal, only the window that is full longest. */
const predictable = ({ ok, windows }: Verdict) =>
  ok ? { ok, windows } : { ok, full: longestFull(windows) };

const step = fc.record({
  by: fc.nat(1),
  some: fc.shuffledSubarray(counters, { minLength: 1 }),
  wait: fc.constantFrom(0, 0, 0, 1, MINUTE - 1, MINUTE, 59 * MINUTE),
  givesBackAfter: fc.constantFrom(null, null, 0, 1_000, MINUTE),
});

/** @param create creates the instances that count together; `clock` is how far Redis is behind, in milliseconds */
async function check(create: (clock: number) => Counters[]) {
  const steps = fc.array(step, { maxLength: 25 });
  const clock = fc.constantFrom(0, -90_000, 90_000);
  await fc.assert(
    fc.asyncProperty(steps, clock, async (sequence, behind) => {
      vi.clearAllTimers();
      vi.setSystemTime(START);
      const all = create(behind);
      const model = new Model();
      for (const { by, some, wait, givesBackAfter } of sequence) {
        vi.advanceTimersByTime(wait);
        const one = all[by % all.length] ?? createLocalCounters();
        const [actual, expected] = [predictable(await one.take(some)), model.take(some)];
        // An instance that knows one full window does not ask Redis for the end of another.
        const isExact = all.length === 1 || some.length === 1;
        expect(actual).toEqual(actual.ok || isExact ? expected : { ...actual, ok: expected.ok });
        if (givesBackAfter !== null && model.left(some) > 0) {
          await one.take(some);
          model.take(some);
          vi.advanceTimersByTime(givesBackAfter);
          await one.giveBack(some);
          model.giveBack(some);
        }
        for (const each of all) {
          expect(await left(each, some)).toBe(model.left(some));
          if (isExact) expect(await freeAt(each, some)).toBe(model.freeAt(some));
        }
      }
    }),
    { numRuns: 60 },
  );
}

it("one instance allows what its windows allow, and names the window that is full longest", () =>
  check(() => [createLocalCounters()]));

it("two instances with one Redis allow what one instance would, whatever the clock of Redis says", () =>
  check((behind) => {
    const { redis } = new CountingRedis(behind);
    return [0, 1].map(() => createSharedCounters(redis, { info: vi.fn() }));
  }));
