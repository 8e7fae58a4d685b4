/**
 * Who may see what is meant for development or for monitoring on the same machine: the sandbox's outbox, and `/metrics`
 * without a token. `open`: everybody. `loopback`: clients on this machine.
 */
export type Exposure = "open" | "loopback";

/** Whether a client may see what an exposure restricts. */
export function isExposedTo(exposure: Exposure, fromThisMachine: boolean): boolean {
  return exposure === "open" || fromThisMachine;
}
