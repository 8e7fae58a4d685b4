import type { ChaosProxy, Fault as Passage } from "../support/chaos-proxy";
import type { Instance, Site } from "./site";

/** Puts something out of order, and in order again by what it returns. */
export interface Fault {
  kind: string;
  begin: (site: Site, instance: Instance) => (() => unknown) | Promise<() => unknown>;
}

const kill: Fault = {
  kind: "kill",
  async begin(_site, instance) {
    await instance.kill();
    return () => instance.start();
  },
};

const freeze: Fault = {
  kind: "freeze",
  begin(_site, { server }) {
    server?.child.kill("SIGSTOP");
    return () => server?.child.kill("SIGCONT");
  },
};

/** @param behindMs for how long before the primary dies nothing that was written reaches the replica */
const failOver = (behindMs: number): Fault => ({
  kind: "failover",
  async begin({ redis }) {
    await redis.failOver(behindMs);
    return () => redis.mend();
  },
});

const PASSAGES: Passage[] = [
  { kind: "hang" },
  { kind: "reset" },
  { kind: "half", bytes: 90 },
  { kind: "latency", ms: 300, jitterMs: 400 },
];
const cuts = (name: string, linkOf: (site: Site, instance: Instance) => ChaosProxy) =>
  PASSAGES.map((passage): Fault => {
    const begin = (site: Site, instance: Instance) => {
      const link = linkOf(site, instance);
      link.fault = passage;
      return async () => {
        link.fault = { kind: "none" };
        // What was held back is gone, and with it the connections that it was sent over.
        await link.stop();
        await link.startAgain();
      };
    };
    return { kind: `cut ${name}`, begin };
  });

/** Faults of one row follow one another, those of different rows meet. */
export const faultRows = [
  [kill, kill, kill, freeze, ...cuts("instance", (_site, { link }) => link)],
  [failOver(0), failOver(700)],
  [...cuts("core", ({ core }) => core), ...cuts("auth", ({ auth }) => auth)],
];
