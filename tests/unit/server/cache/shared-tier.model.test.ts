import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { coolDownMs, DAY_MS, FRESH_MS, http, settled } from "./cache-under-test";
import { FETCH_MS, HandAnsweredUpstream, Instance, onFakeClock, pass } from "./instances";
import { SharedMemory } from "../../../support/shared-memory";

onFakeClock();

const KEYS = ["a", "b"];
const INSTANCES = 3;

type Step =
  | { kind: "read"; key: string; at: number }
  | { kind: "pass"; ms: number }
  | { kind: "answer"; key: string; fails: boolean }
  | { kind: "crash" | "cut" | "mend"; at: number }
  | { kind: "flush" };

const key = fc.constantFrom(...KEYS);
const at = fc.nat(INSTANCES - 1);
const span = (...ms: number[]) =>
  fc.record({ kind: fc.constant("pass" as const), ms: fc.constantFrom(...ms) });
const calm: fc.Arbitrary<Step>[] = [
  fc.record({ kind: fc.constant("read" as const), key, at }),
  fc.record({ kind: fc.constant("answer" as const), key, fails: fc.boolean() }),
  span(1, 249, 1000, 4_999, FRESH_MS - 1, FRESH_MS),
];
const stormy: fc.Arbitrary<Step>[] = [
  ...calm,
  fc.record({ kind: fc.constantFrom("crash" as const, "cut" as const, "mend" as const), at }),
  fc.record({ kind: fc.constant("flush" as const) }),
  span(DAY_MS - 1, DAY_MS),
];

/** What the upstream has answered for one key to any instance. */
class History {
  readonly answers: { value: number; asOf: number }[] = [];
  failures = 0;
  failedAt = -Infinity;
  /** Number of answers that replaced an earlier answer or failure. */
  replacements = 0;

  note(outcome: unknown): void {
    if (typeof outcome === "number") {
      if (this.answers.length > 0 || this.failures > 0) this.replacements += 1;
      this.answers.push({ value: outcome, asOf: Date.now() });
      this.failures = 0;
    } else {
      this.failures += 1;
      this.failedAt = Date.now();
    }
  }

  /** Whether a single instance would call the upstream now. */
  wouldFetch(): boolean {
    const cooling = this.failures > 0 && Date.now() < this.failedAt + coolDownMs(this.failures);
    return Date.now() - (this.answers.at(-1)?.asOf ?? -Infinity) >= FRESH_MS && !cooling;
  }
}

class World {
  readonly shared = new SharedMemory(() => Date.now());
  readonly upstream = new HandAnsweredUpstream();
  readonly instances = Array.from({ length: INSTANCES }, () => this.#start());
  readonly histories = new Map(KEYS.map((name) => [name, new History()]));
  /** Instances with a pending read, once for each read. */
  readonly pending: Instance[] = [];
  #answers = 0;

  constructor(
    readonly onServed: (result: { value: number; asOf: number }, by: Instance, key: string) => void,
  ) {
    this.upstream.onAnswer = (name, outcome) => this.history(name).note(outcome);
  }

  #start() {
    return new Instance(this.shared, this.upstream);
  }

  history(name: string): History {
    const history = this.histories.get(name);
    if (!history) throw new Error(name);
    return history;
  }

  instance(index: number): Instance {
    const instance = this.instances[index];
    if (!instance) throw new Error(String(index));
    return instance;
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case "read":
        this.#read(this.instance(step.at), step.key);
        break;
      case "pass":
        await vi.advanceTimersByTimeAsync(step.ms);
        break;
      case "answer":
        this.upstream.answer(step.key, step.fails ? http() : (this.#answers += 1));
        break;
      case "crash":
        this.instance(step.at).crash();
        this.instances[step.at] = this.#start();
        break;
      case "cut":
      case "mend":
        this.instance(step.at).connection[step.kind]();
        break;
      case "flush":
        this.shared.flush();
    }
    await settled();
  }

  #read(by: Instance, name: string): void {
    this.pending.push(by);
    void by
      .read(name)
      .then(
        (result) => this.onServed(result, by, name),
        () => undefined,
      )
      .finally(() => this.pending.splice(this.pending.indexOf(by), 1));
  }
}

const notices = (one: Instance, name: string) => one.notices.filter((key) => key === name).length;

async function check(steps: fc.Arbitrary<Step>[], run: (sequence: Step[]) => Promise<void>) {
  const sequences = fc.array(fc.oneof(...steps), { maxLength: 50, size: "max" });
  const runAlone = async (sequence: Step[]) => {
    // Timers of earlier runs would slow down every move of the clock.
    vi.clearAllTimers();
    await run(sequence);
  };
  await fc.assert(fc.asyncProperty(sequences, runAlone), { numRuns: 100 });
}

it("several instances call the upstream as one would, serve the newest answer, and announce each answer once", async () => {
  await check(calm, async (sequence) => {
    const violations: unknown[] = [];
    const world = new World((result, _by, name) => {
      const { value, asOf } = world.history(name).answers.at(-1) ?? {};
      if (result.value !== value || result.asOf !== asOf) violations.push({ result, value, asOf });
    });
    world.upstream.onFetch = (name) => {
      const isAllowed = world.upstream.count(name) === 0 && world.history(name).wouldFetch();
      if (!isAllowed) violations.push({ fetched: name, at: Date.now() });
    };
    for (const step of sequence) {
      await world.take(step);
      expect(violations).toEqual([]);
      for (const name of KEYS) {
        const counts = world.instances.map((one) => notices(one, name));
        expect(counts).toEqual(Array(INSTANCES).fill(world.history(name).replacements));
      }
    }
  });
});

it("with crashes, lost connections and a flushed tier, instances serve no wrong or older answer, and no read waits long", async () => {
  await check(stormy, async (sequence) => {
    const violations: unknown[] = [];
    const newest = new Map<string, number>();
    const world = new World((result, by, name) => {
      const { value, asOf } = result;
      const isAnswer = world
        .history(name)
        .answers.some((answer) => answer.value === value && answer.asOf === asOf);
      const id = `${world.instances.indexOf(by)} ${name}`;
      const before = newest.get(id) ?? -Infinity;
      newest.set(id, asOf);
      if (!isAnswer || Date.now() - asOf >= DAY_MS || asOf < before)
        violations.push({ result, before });
    });
    world.upstream.onFetch = (name, by) => {
      if (world.upstream.count(name, by) > 0) violations.push({ fetched: name });
    };
    for (const step of sequence) {
      await world.take(step);
      if (step.kind === "crash") KEYS.forEach((name) => newest.delete(`${step.at} ${name}`));
      expect(violations).toEqual([]);
      for (const name of KEYS) {
        const most = world.history(name).answers.length;
        for (const one of world.instances) expect(notices(one, name)).toBeLessThanOrEqual(most);
      }
    }
    await pass(2 * FETCH_MS);
    expect(world.pending.filter(({ crashed }) => !crashed)).toEqual([]);
  });
});
