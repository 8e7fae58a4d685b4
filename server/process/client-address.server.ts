import type { IncomingHttpHeaders } from "node:http";
import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import { createBoundedMap } from "./memory-bounds.server";
import type { TrustedProxies } from "./settings-schema.server";

/** Where a request came from, according to the trusted proxies only. */
export interface Origination {
  /** Canonical IPv4 or IPv6 address, without port, brackets or zone. */
  clientAddress: string;
  /** Scheme of the request to the trusted proxy, if the proxy reports it. */
  proto: "http" | "https" | undefined;
  /** Host of the request to the trusted proxy, if the proxy reports it. */
  host: string | undefined;
  /** Whether the peer itself is a trusted proxy. */
  viaProxy: boolean;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Reads `X-Forwarded-For`, `-Proto` and `-Host` as far as `TRUST_PROXY` allows. Each proxy appends an entry, so only
 * the entries on the right, written by trusted proxies, count.
 *
 * @param peer address of the other end of the socket
 */
export function readForwarded(
  peer: string | undefined,
  headers: IncomingHttpHeaders,
  trusted: TrustedProxies,
): Origination {
  const hops = entries(headers["x-forwarded-for"]);
  const peerAddress = parseAddress(peer ?? "");
  const depth = trustedDepth(peerAddress, hops, trusted);
  const proto = at(entries(headers["x-forwarded-proto"]), depth)?.toLowerCase();
  const host = at(entries(headers["x-forwarded-host"]), depth);
  return {
    clientAddress: clientAddress(peerAddress, hops, depth),
    proto: proto === "http" || proto === "https" ? proto : undefined,
    host: host !== undefined && HOST.test(host) ? host : undefined,
    viaProxy: depth > 0,
  };
}

/** Formats trusted proxies as an equivalent value of `TRUST_PROXY`. */
export function describeTrust(trusted: TrustedProxies): string {
  return trusted.kind === "hops"
    ? String(trusted.hops)
    : trusted.ranges.map(([base, bits]) => `${base.toString()}/${bits}`).join(", ");
}

/** How many proxies, counted from the peer, are trusted. */
function trustedDepth(peer: Address | null, hops: string[], trusted: TrustedProxies): number {
  if (trusted.kind === "hops") return trusted.hops;
  const isTrusted = (address: Address | null) =>
    address !== null && trusted.ranges.some((range) => inRange(address, range));
  if (!isTrusted(peer)) return 0;
  const untrusted = hops.findLastIndex((hop) => !isTrusted(parseAddress(hop)));
  return hops.length - untrusted;
}

function inRange(address: Address, [base, bits]: [Address, number]): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}

/** The outermost readable address that a trusted proxy wrote; the peer's address when there is none. */
function clientAddress(peer: Address | null, hops: string[], depth: number): string {
  const trustedHops = depth === 0 ? [] : hops.slice(-depth);
  const unreadable = trustedHops.findLastIndex((hop) => parseAddress(hop) === null);
  const outermost = parseAddress(trustedHops[unreadable + 1] ?? "") ?? peer;
  return outermost?.toString() ?? "unknown";
}

/** The entry written by the outermost trusted proxy. */
function at(list: string[], depth: number): string | undefined {
  return depth === 0 ? undefined : list[Math.max(0, list.length - depth)];
}

function entries(header: string | string[] | undefined): string[] {
  if (header === undefined) return [];
  return header
    .toString()
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** Cache of parsed addresses. Parsing takes 1 to 5 µs, and proxies and visitors send many requests each. */
const addresses = createBoundedMap<{ parsed: Address | null }>("clientAddresses");

/** Longest text that can be an address: IPv6 with brackets, zone and port. */
const LONGEST = 80;

function parseAddress(text: string): Address | null {
  if (text.length > LONGEST) return null;
  const cached = addresses.get(text);
  if (cached !== undefined) return cached.parsed;
  const parsed = readAddress(text);
  // The key is a copy: a substring would keep the whole header, up to 16 KB, in memory.
  addresses.set(Buffer.from(text).toString(), { parsed });
  return parsed;
}

/** Reads `1.2.3.4`, `1.2.3.4:80`, `::1`, `[::1]:80`, `fe80::1%eth0`; an IPv4-mapped address becomes IPv4. */
function readAddress(text: string): Address | null {
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = bare.replace(/%.*$/, "");
  const complete = ipaddr.IPv6.isValid(address) || ipaddr.IPv4.isValidFourPartDecimal(address);
  return complete ? ipaddr.process(address) : null;
}

/**
 * Reduces an address, which is personal data, to its network for the log (IPv4 /24, IPv6 /48).
 *
 * @param address as the HTTP layer writes it: canonical, or `unknown`
 */
export function truncateAddress(address: string): string {
  if (isIPv4(address)) return address.replace(/\d+$/, "0");
  if (!isIPv6(address)) return "unknown";
  const { parts } = ipaddr.IPv6.parse(address);
  return new ipaddr.IPv6([...parts.slice(0, 3), 0, 0, 0, 0, 0]).toString();
}

/**
 * The network that a client's requests count for: an IPv4 address itself, for IPv6 its /56, because one household or
 * phone owns a whole /64 or more. An unreadable address is used unchanged.
 *
 * @param client an address, or a result of this function
 */
export function clientNetwork(client: string): string {
  const address = client.endsWith("/56") ? client.slice(0, -"/56".length) : client;
  if (!ipaddr.isValid(address)) return client;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  // A browser and a script on the same machine are one client, whichever loopback address each has chosen.
  if (parsed.range() === "loopback") return "127.0.0.1";
  const [first = 0, second = 0, third = 0, fourth = 0] = parsed.parts;
  const start = new ipaddr.IPv6([first, second, third, fourth & 0xff00, 0, 0, 0, 0]);
  return `${start.toString()}/56`;
}
