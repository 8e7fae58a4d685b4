import { setTimeout as sleep } from "node:timers/promises";
import { unansweredBy } from "../support/while-redis-answers";
import { check, type Violation } from "./checker";
import { suffer } from "./faults";
import type { History } from "./history";
import { walk } from "./person";
import type { Plan, PlannedFault } from "./plan";
import { startSite, type Site } from "./site";

/** For how long before its end what a primary was told may be lost, and until when every instance has the next. */
const LOST_MS = 5_000;
const FOUND_MS = 6_000;

/** How often instances are asked whether Redis has answered them in time. */
const LOOK_MS = 1_000;

export interface RunOptions {
  /** Journeys under way at the same time, beside those that wait for their minute to pass. */
  atOnce: number;
  /** Hears of every journey that has begun. */
  onJourney?: (index: number) => void;
}

/**
 * Carries out a plan before real servers.
 *
 * @param history gets everything that happens
 * @returns what the checker says of it
 * @throws when the run itself fails: a server that does not start, say
 */
export async function run(
  plan: Plan,
  history: History,
  { atOnce, onJourney }: RunOptions,
): Promise<Violation[]> {
  const site = await startSite(history);
  const end = new AbortController();
  await site.redis.sentinel.onNewPrimary(() => {
    const now = Date.now();
    history.add({ type: "fault", kind: "new-primary", from: now - LOST_MS, to: now + FOUND_MS });
  });
  const looking = [
    ...site.instances.map((_, index) => noteLateRedis(site, index, history, end.signal)),
    noteMoves(site, history, end.signal),
  ];
  try {
    await goThrough(plan, site, history, atOnce, onJourney);
  } finally {
    end.abort();
    await site.stop();
  }
  await Promise.all(looking);
  return check(history.events);
}

async function goThrough(
  plan: Plan,
  site: Site,
  history: History,
  atOnce: number,
  onJourney: RunOptions["onJourney"],
): Promise<void> {
  const scene = { origin: site.origin, history, accounts: site.accounts };
  const progress = new Progress();
  const rows = new Map<number, Promise<void>>();
  const faults = [...plan.faults];
  const waiting: Promise<void>[] = [];

  function begin(fault: PlannedFault): void {
    const enough = () =>
      Promise.race([
        progress.reached(fault.until),
        sleep(fault.mostSeconds * 1_000, null, { ref: false }),
      ]);
    const before = rows.get(fault.row) ?? Promise.resolve();
    rows.set(
      fault.row,
      before.then(() => suffer(site, history, fault.fault, enough)),
    );
  }

  let next = 0;
  async function goOn(): Promise<void> {
    for (let index = next++; index < plan.journeys.length; index = next++) {
      progress.to(index);
      onJourney?.(index);
      for (let fault = faults[0]; fault && fault.from <= index; fault = faults[0]) {
        faults.shift();
        begin(fault);
      }
      const journey = plan.journeys[index];
      if (!journey) continue;
      const walking = walk(scene, journey, index);
      if (journey.steps.some((step) => step.do === "wait")) waiting.push(walking);
      else await walking;
    }
  }
  await Promise.all(Array.from({ length: atOnce }, goOn));
  progress.to(Infinity);
  await Promise.all([...waiting, ...rows.values()]);
}

/** How many journeys have begun, for those who wait for one. */
class Progress {
  #reached = 0;
  readonly #waiting: { until: number; resolve: () => void }[] = [];

  to(index: number): void {
    this.#reached = Math.max(this.#reached, index);
    for (const { until, resolve } of this.#waiting) if (until <= this.#reached) resolve();
  }

  reached(until: number): Promise<void> {
    if (until <= this.#reached) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ until, resolve }));
  }
}

/** Instances share nothing while Redis is late, which a busy machine can make it: they count that themselves. */
async function noteLateRedis(site: Site, index: number, history: History, end: AbortSignal) {
  let before = 0;
  let from = Date.now();
  while (!end.aborted) {
    const server = site.instances[index]?.server;
    const count = server ? await unansweredBy(server.url).catch(() => 0) : 0;
    const to = Date.now();
    if (count > before)
      history.add({ type: "fault", kind: "redis-late", instance: index, from, to });
    before = count;
    from = to;
    await sleep(LOOK_MS, null, { signal: end }).catch(() => undefined);
  }
}

/** The proxy takes an instance out that does not answer it in time, which a busy machine can cause, and in again. */
async function noteMoves({ proxy }: Site, history: History, end: AbortSignal) {
  let from = Date.now();
  let read = 0;
  while (!end.aborted) {
    const lines = proxy.lines.slice(read);
    const to = Date.now();
    if (lines.some((line) => / is (?:DOWN|UP)/.test(line)))
      history.add({ type: "fault", kind: "moved", from: from - LOOK_MS, to });
    read += lines.length;
    from = to;
    await sleep(LOOK_MS, null, { signal: end }).catch(() => undefined);
  }
}
