import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { countUnansweredCommands } from "../support/while-redis-answers";
import type { History } from "./history";
import { walk } from "./person";
import type { Plan } from "./plan";
import { startSite, type Site } from "./site";

/** A dead primary may lose the writes of its last 5 s; after 6 s every instance has the new primary. */
const [LOST_WRITES_MS, NEW_PRIMARY_MS] = [5_000, 6_000];

/** Upper limit: journeys that wait for a hanging part cannot begin the journey that would end the fault. */
const MAX_FAULT_MS = 8_000;

/** The proxy checks an instance twice a second and needs two failed checks. */
const NOTICED_MS = 2_000;

const INTERVAL_MS = 1_000;

type Log = (kind: string, from: number, to: number) => void;

/**
 * Carries out a plan against real servers.
 *
 * @param history receives every event
 * @param atOnce number of parallel journeys
 */
export async function run(plan: Plan, history: History, atOnce: number): Promise<void> {
  const site = await startSite(history);
  const log: Log = (kind, from, to) => void history.push({ type: "fault", kind, from, to });
  await site.redis.sentinel.onNewPrimary(() =>
    log("new-primary", Date.now() - LOST_WRITES_MS, Date.now() + NEW_PRIMARY_MS),
  );
  const end = new AbortController();
  const watching = observe(site, log, end.signal);
  const progress = new EventEmitter();
  let latestJourney = 0;
  const begin = (journey: number) => progress.emit("journey", (latestJourney = journey));
  const untilJourney = async (journey: number) => {
    while (latestJourney < journey) await once(progress, "journey");
  };

  const rows = plan.faults.map(async (faults) => {
    for (const { from: first, until, instance, fault } of faults) {
      await untilJourney(first);
      const from = Date.now();
      const mend = await fault.begin(site, site.instances[instance]);
      await Promise.race([untilJourney(until), sleep(MAX_FAULT_MS)]);
      await mend();
      // The proxy moves clients to another instance when theirs stops or comes back.
      if (fault.kind === "kill") log("moved", from, Date.now() + NOTICED_MS);
      log(fault.kind, from, Date.now() + (/failover|cut/.test(fault.kind) ? NEW_PRIMARY_MS : 0));
    }
  });
  const journeys = plan.journeys.entries();
  /** Walks the next journey of the shared iterator until none is left. */
  async function walkAll(): Promise<void> {
    for (const [index, journey] of journeys) {
      begin(index);
      await walk(site, journey, index);
    }
  }
  const walkers = Promise.all(Array.from({ length: atOnce }, walkAll)).then(() => begin(Infinity));
  try {
    await Promise.all([walkers, ...rows]);
  } finally {
    end.abort();
    await site.stop();
  }
  await watching;
}

/** Records faults that a busy machine causes by itself: a late Redis or a late instance. */
async function observe({ instances, proxy }: Site, log: Log, end: AbortSignal): Promise<void> {
  let [from, prior, lines] = [Date.now(), [0, 0, 0], 0];
  while (!end.aborted) {
    const counts = await Promise.all(
      instances.map(({ server }) => countUnansweredCommands(server?.url ?? "").catch(() => 0)),
    );
    const to = Date.now();
    if (counts.some((count, index) => count > (prior[index] ?? 0))) log("redis-late", from, to);
    // The proxy has taken an instance out of rotation, or back in.
    if (proxy.lines.slice(lines).some((line) => / is (?:DOWN|UP)/.test(line)))
      log("moved", from - INTERVAL_MS, to);
    [from, prior, lines] = [to, counts, proxy.lines.length];
    await sleep(INTERVAL_MS, null, { signal: end }).catch(() => undefined);
  }
}
