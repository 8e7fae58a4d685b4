import { EventEmitter, once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { unansweredBy } from "../support/while-redis-answers";
import type { History } from "./history";
import { walk } from "./person";
import type { Plan } from "./plan";
import { startSite, type Site } from "./site";

/** For how long before its end what a primary was told may be lost, and until when every instance has the next. */
const [LOST_MS, FOUND_MS] = [5_000, 6_000];

/** Those who wait for what hangs are those who would end it. */
const LONGEST_FAULT_MS = 8_000;

/** The proxy asks an instance twice a second, and believes the second no. */
const NOTICED_MS = 2_000;

const LOOK_EVERY_MS = 1_000;

type Note = (kind: string, from: number, to: number) => void;

/**
 * Carries out a plan before real servers.
 *
 * @param history gets everything that happens
 * @param atOnce journeys under way at the same time
 */
export async function run(plan: Plan, history: History, atOnce: number): Promise<void> {
  const site = await startSite(history);
  const note: Note = (kind, from, to) => void history.push({ type: "fault", kind, from, to });
  await site.redis.sentinel.onNewPrimary(() =>
    note("new-primary", Date.now() - LOST_MS, Date.now() + FOUND_MS),
  );
  const end = new AbortController();
  const looking = look(site, note, end.signal);
  const progress = new EventEmitter();
  let begun = 0;
  const begin = (journey: number) => progress.emit("journey", (begun = journey));
  const reached = async (journey: number) => {
    while (begun < journey) await once(progress, "journey");
  };

  const rows = plan.faults.map(async (faults) => {
    for (const { from: first, until, instance, fault } of faults) {
      await reached(first);
      const from = Date.now();
      const mend = await fault.begin(site, site.instances[instance]);
      await Promise.race([reached(until), sleep(LONGEST_FAULT_MS)]);
      await mend();
      // Clients of an instance that goes, or comes back, are sent to another one.
      if (fault.kind === "kill") note("moved", from, Date.now() + NOTICED_MS);
      note(fault.kind, from, Date.now() + (/failover|cut/.test(fault.kind) ? FOUND_MS : 0));
    }
  });
  const journeys = plan.journeys.entries();
  /** Takes one journey after the other that nobody else has taken. */
  async function goOn(): Promise<void> {
    for (const [index, journey] of journeys) {
      begin(index);
      await walk(site, journey, index);
    }
  }
  const walking = Promise.all(Array.from({ length: atOnce }, goOn)).then(() => begin(Infinity));
  try {
    await Promise.all([walking, ...rows]);
  } finally {
    end.abort();
    await site.stop();
  }
  await looking;
}

/** Notes what a busy machine can cause by itself: Redis or an instance that does not answer in time. */
async function look({ instances, proxy }: Site, note: Note, end: AbortSignal): Promise<void> {
  let [from, late, lines] = [Date.now(), [0, 0, 0], 0];
  while (!end.aborted) {
    const counts = await Promise.all(
      instances.map(({ server }) => unansweredBy(server?.url ?? "").catch(() => 0)),
    );
    const to = Date.now();
    if (counts.some((count, index) => count > (late[index] ?? 0))) note("redis-late", from, to);
    // The proxy takes an instance out, or in again.
    if (proxy.lines.slice(lines).some((line) => / is (?:DOWN|UP)/.test(line)))
      note("moved", from - LOOK_EVERY_MS, to);
    [from, late, lines] = [to, counts, proxy.lines.length];
    await sleep(LOOK_EVERY_MS, null, { signal: end }).catch(() => undefined);
  }
}
