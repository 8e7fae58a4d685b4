import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import type { Logger } from "../process/logger.server";
import { loggedPath } from "../process/request-url.server";

const LONGEST_PATH = 200;

/** One finished response. Neither query string nor user agent: both can identify a person. */
export interface Access {
  requestId: string;
  traceId: string;
  method: string;
  /** Without query string. */
  path: string;
  /** Whether the product has such a page or file. */
  known: boolean;
  status: number;
  milliseconds: number;
  /** Sent on the wire, headers included. */
  bytes: number;
  clientAddress: string;
  /** Whether the visitor left before the response was complete. */
  aborted: boolean;
}

/** Writes the access log: one JSON line per request. */
export function logAccess(logger: Logger, access: Access): void {
  logger.info(
    {
      requestId: access.requestId,
      traceId: access.traceId,
      method: access.method,
      path: loggedPath(access.path, access.known).slice(0, LONGEST_PATH),
      status: access.status,
      ms: Math.round(access.milliseconds * 10) / 10,
      bytes: access.bytes,
      client: truncateAddress(access.clientAddress),
      ...(access.aborted && { aborted: true }),
    },
    "request",
  );
}

/**
 * An address is personal data: the log keeps its network only (IPv4 /24, IPv6 /48).
 *
 * @param address as the HTTP layer writes it: canonical, or `unknown`
 */
export function truncateAddress(address: string): string {
  if (isIPv4(address)) return address.replace(/\d+$/, "0");
  if (!isIPv6(address)) return "unknown";
  const { parts } = ipaddr.IPv6.parse(address);
  return new ipaddr.IPv6([...parts.slice(0, 3), 0, 0, 0, 0, 0]).toString();
}
