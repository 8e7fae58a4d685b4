import type { ChaosProxy, Fault as LinkFault } from "../support/chaos-proxy";
import type { Instance, Site } from "./site";

/** `begin` causes the fault and returns the function that ends it. */
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

/** @param behindMs freezes the replica for this long before the primary is killed, so that it lags */
const failOver = (behindMs: number): Fault => ({
  kind: "failover",
  async begin({ redis }) {
    await redis.failOver(behindMs);
    return () => redis.mend();
  },
});

const LINK_FAULTS: LinkFault[] = [
  { kind: "hang" },
  { kind: "reset" },
  { kind: "half", bytes: 90 },
  { kind: "latency", ms: 300, jitterMs: 400 },
];
const cuts = (name: string, linkOf: (site: Site, instance: Instance) => ChaosProxy) =>
  LINK_FAULTS.map((linkFault): Fault => {
    const begin = (site: Site, instance: Instance) => {
      const link = linkOf(site, instance);
      link.fault = linkFault;
      return async () => {
        link.fault = { kind: "none" };
        // Withheld bytes are lost, so the connections that they belong to are closed.
        await link.stop();
        await link.startAgain();
      };
    };
    return { kind: `cut ${name}`, begin };
  });

/** Faults of the same row happen one after the other; faults of different rows can overlap. */
export const faultRows = [
  [kill, kill, kill, freeze, ...cuts("instance", (_site, { link }) => link)],
  [failOver(0), failOver(700)],
  [...cuts("core", ({ core }) => core), ...cuts("auth", ({ auth }) => auth)],
];
