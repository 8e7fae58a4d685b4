import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import type { Logger } from "../process/logger.server";
import type { TrustedProxies } from "../process/settings.server";
import { truncateAddress } from "../operations/access-log.server";
import { describeTrust, readForwarded } from "../process/client-address.server";

const SPOKEN_BY_PROXIES = ["x-forwarded-for", "forwarded"] as const;

/** Ranges in which an address is a machine of one's own and no person's. */
const OWN = ["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"];

/**
 * Warns, once, of a proxy that is not believed: without it everyone behind it counts as one visitor, and the
 * limits of one person are shared by all.
 *
 * @returns to be called with each request while its headers are as received
 */
export function createProxyWarning(
  logger: Pick<Logger, "warn">,
  trusted: TrustedProxies,
): (request: Pick<IncomingMessage, "headers" | "socket">) => void {
  let warned = false;
  return ({ headers, socket }) => {
    if (warned) return;
    const header = SPOKEN_BY_PROXIES.find((name) => headers[name] !== undefined);
    if (header === undefined) return;
    const { viaProxy, clientAddress: peer } = readForwarded(socket.remoteAddress, headers, trusted);
    if (viaProxy) return;
    warned = true;
    logger.warn(
      { trustProxy: describeTrust(trusted), peer: nameable(peer), header },
      "a proxy is not trusted: everyone behind it counts as one address. " +
        "If it is yours, set TRUST_PROXY to the number of proxies in front of this server, or to their addresses",
    );
  };
}

/** The whole address of a machine of one's own, of any other the network only. */
function nameable(address: string): string {
  const own = ipaddr.isValid(address) && OWN.includes(ipaddr.parse(address).range());
  return own ? address : truncateAddress(address);
}
