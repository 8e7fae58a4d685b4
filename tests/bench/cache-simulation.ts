import { mock } from "node:test";
import { createLruStore } from "server/cache/lru-store.server";
import { policies } from "server/cache/freshness-policies.server";
import { alone } from "server/cache/shared-tier.server";
import { StaleWhileRevalidateCache } from "server/cache/stale-while-revalidate.server";
import { SharedMemory } from "../support/shared-memory";

/**
 * The product's cache on a clock of its own: how many calls reach the upstream, however many instances there are.
 * Redis is played by the memory that the tests hold against a real one.
 */

const MINUTES = 10;
const STEP_MS = 50;
const FETCH_MS = 5_000;
/** The upstream answers within so many milliseconds. */
const ANSWER_MS = { from: 100, to: 1_000 };
/** Dashboards asked for per second and instance. */
const REQUESTS = 10;
/** So often the oldest instance is killed, in the midst of whatever it does, and a new one started. */
const KILL_EVERY_MS = 20_000;

const KEYS = Object.values(policies);

type Sharing = "nothing" | "entries" | "leases";

/** The same numbers each time (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @returns upstream calls per minute */
async function simulate(count: number, sharing: Sharing, killing: boolean): Promise<number> {
  const random = randomFrom(count);
  const shared = new SharedMemory(() => Date.now(), sharing === "leases");
  let calls = 0;

  function start() {
    const connection = shared.connection(FETCH_MS);
    let alive = true;
    const cache = new StaleWhileRevalidateCache({
      store: createLruStore(),
      tier: sharing === "nothing" ? alone : connection.tier,
      fetchMs: FETCH_MS,
      elapsed: () => Date.now(),
    });
    const fetch = () => {
      calls += 1;
      const { from, to } = ANSWER_MS;
      return new Promise((resolve) => {
        setTimeout(() => alive && resolve(calls), from + random() * (to - from));
      });
    };
    return {
      visit() {
        for (const policy of KEYS) void cache.read(policy, policy.name, fetch);
      },
      kill() {
        alive = false;
        connection.end();
      },
    };
  }

  const instances = Array.from({ length: count }, start);
  for (let now = 0; now < MINUTES * 60_000; now += STEP_MS) {
    for (const one of instances) if (random() < (REQUESTS * STEP_MS) / 1000) one.visit();
    if (killing && now % KILL_EVERY_MS === KILL_EVERY_MS / 2) {
      instances.shift()?.kill();
      instances.push(start());
    }
    await new Promise(setImmediate);
    mock.timers.tick(STEP_MS);
  }
  return calls / MINUTES;
}

mock.timers.enable({ apis: ["setTimeout", "Date"] });
console.log(`Upstream calls per minute for the ${KEYS.length} answers of both tabs: ${MINUTES} minutes from a cold start,
${REQUESTS} dashboards of each tab per second and instance, answers within ${ANSWER_MS.from} to ${ANSWER_MS.to} ms.
On the right one instance is killed and another started every ${KILL_EVERY_MS / 1000} s.
`);
const heading = ["instances", "alone", "shared", "leases", "alone", "shared", "leases"];
const row = (cells: (string | number)[]) => console.log(`| ${cells.join(" | ")} |`);
row(heading);
row(heading.map(() => "---:"));
for (const count of [1, 2, 3, 5, 10, 20]) {
  const cells: string[] = [];
  for (const killing of [false, true]) {
    for (const sharing of ["nothing", "entries", "leases"] as const) {
      cells.push((await simulate(count, sharing, killing)).toFixed(1));
    }
  }
  row([count, ...cells]);
}
