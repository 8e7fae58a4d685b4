import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";

/**
 * Gives each address of a host a second to accept a connection, in every client of this process. Node's own 250 ms are
 * too short for a slow path beside an IPv6 address that leads nowhere.
 */
export function allowSlowConnections(): void {
  setDefaultAutoSelectFamilyAttemptTimeout(1_000);
}
