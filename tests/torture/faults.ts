import type { ChaosProxy, Fault as Passage } from "../support/chaos-proxy";
import { clockFigures } from "../support/clock-figures";
import type { Decision } from "../support/faulty-upstream";
import type { FaultEvent, History } from "./history";
import type { Cut, Fault } from "./plan";
import type { Site } from "./site";

/** For how long nothing reaches the replica before its primary dies. */
const BEHIND_MS = 700;

/** Instances use the new primary within 5 s of its promotion, and each other's counts as soon as they have it. */
const UNTIL_SHARED_AGAIN_MS = 6_000;

/** The proxy asks an instance twice a second, and believes the second no. */
const NOTICED_MS = 2_000;

const passages: { [how in Cut]: Passage } = {
  hang: { kind: "hang" },
  reset: { kind: "reset" },
  half: { kind: "half", bytes: 90 },
  slow: { kind: "latency", ms: 300, jitterMs: 400 },
};

const answers: { [how in Extract<Fault, { kind: "core" }>["how"]]: Decision } = {
  slow: (call) => ({ ...clockFigures(call), delayMs: 1_500 }),
  stall: () => ({ kind: "stall" }),
  failed: () => ({ kind: "status", status: 500, json: { success: false, error: "Broken" } }),
  unavailable: () => ({ kind: "status", status: 503 }),
  garbage: () => ({ kind: "wrong-types" }),
  reset: () => ({ kind: "reset" }),
};

/**
 * Puts something out of order for as long as asked, and in order again; the history gets it with its times.
 *
 * @param enough settles when it is to end
 */
export async function suffer(
  site: Site,
  history: History,
  fault: Fault,
  enough: () => Promise<unknown>,
): Promise<void> {
  const from = Date.now();
  const event: Omit<FaultEvent, "to"> = {
    type: "fault",
    kind: fault.kind,
    instance: "instance" in fault ? fault.instance : undefined,
    link: fault.kind === "cut" ? fault.to : undefined,
    seconds: fault.kind === "clock" ? fault.seconds : undefined,
    from,
  };
  /** Clients of an instance that goes, or comes back, are sent to another one. */
  const move = (since: number) => {
    if (fault.kind !== "kill" && fault.kind !== "full-disk") return;
    history.add({ type: "fault", kind: "moved", from: since, to: Date.now() + NOTICED_MS });
  };
  const mend = await begin(site, fault);
  move(from);
  await enough();
  const mendedFrom = Date.now();
  await mend();
  move(mendedFrom);
  const shared = fault.kind === "failover" || fault.kind === "cut";
  history.add({ ...event, to: Date.now() + (shared ? UNTIL_SHARED_AGAIN_MS : 0) });
}

/** @returns what puts it in order again */
async function begin(site: Site, fault: Fault): Promise<() => unknown> {
  const instance = "instance" in fault ? site.instances[fault.instance] : undefined;
  switch (fault.kind) {
    case "kill":
      await instance?.kill();
      return () => instance?.start();
    case "full-disk":
      await instance?.kill();
      await instance?.start({ fullDisk: true });
      return async () => {
        await instance?.kill();
        await instance?.start();
      };
    case "freeze":
      instance?.server?.child.kill("SIGSTOP");
      return () => instance?.server?.child.kill("SIGCONT");
    case "clock":
      instance?.setClock(fault.seconds);
      return () => instance?.setClock(0);
    case "cut":
      return cut(linksOf(fault, site), fault.how);
    case "failover":
      await site.redis.failOver(fault.behind ? BEHIND_MS : 0);
      return () => site.redis.mend();
    case "core": {
      site.accounts.core(answers[fault.how]);
      return () => site.accounts.core(clockFigures);
    }
  }
}

function linksOf(fault: Extract<Fault, { kind: "cut" }>, site: Site): ChaosProxy[] {
  return "instance" in fault
    ? (site.instances[fault.instance]?.links[fault.to] ?? [])
    : site.links[fault.to];
}

function cut(links: readonly ChaosProxy[], how: Cut): () => Promise<void> {
  for (const link of links) link.fault = passages[how];
  return async () => {
    for (const link of links) {
      link.fault = { kind: "none" };
      // What was held back is gone, and with it the connections that it was sent over.
      await link.stop();
      await link.startAgain();
    }
  };
}
