import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { isIP, isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import proxyAddr from "proxy-addr";
import { oncePerProcess } from "./once-per-process.server";

/** Data of the request in progress that a route cannot read from `Request`. */
export interface RequestContext {
  /** Reference id: in the access log, in `X-Request-Id`, and on every error page. */
  readonly requestId: string;
  /**
   * Nonce of the inline scripts of one rendering. The Content-Security-Policy of a response contains the nonce, or, for
   * a response for everybody, the hashes of the scripts that carry it.
   */
  readonly nonce: string;
  /** The visitor's address. Proxies are trusted only as `TRUST_PROXY` says. */
  readonly clientAddress: string;
  /** Whether the client is a program on this machine, and not a local proxy that forwards for another client. */
  readonly fromThisMachine: boolean;
  /** The client's network, for which this request's chosen reads count. */
  readonly network: string;
  /** Whether the request posts a form; its page is then loaded as if by a GET. */
  readonly isPost: boolean;
  readonly https: boolean;
  /** Whether cookies are `Secure` with the `__Host-` prefix: for a site on https, or a request over https. */
  readonly secureCookies: boolean;
  /** Returns the response to this request, for a long stream or a policy of its own. */
  response: () => ServerResponse;
}

/** Shared by every evaluation of this module: in development the HTTP layer survives an edit of this file. */
const storage = oncePerProcess("request-context", () => new AsyncLocalStorage<RequestContext>());

/** The network name for work that is the same for all visitors. */
export const SHARED_NETWORK = "everybody";

/**
 * Creates the context in which a response for everybody is made. It contains no visitor's data, and throws when code
 * changes the policy or streams, which only a response for one visitor may do.
 *
 * @param requestId reference id for log lines
 * @param network of the client whose request caused the work
 */
export function sharedContext(requestId: string, network = SHARED_NETWORK): RequestContext {
  return {
    requestId,
    nonce: randomUUID(),
    clientAddress: "unknown",
    fromThisMachine: false,
    network,
    isPost: false,
    https: false,
    secureCookies: false,
    response() {
      throw new Error("A response for everybody has no policy or connection of its own");
    },
  };
}

/** Runs a function, and everything asynchronous that it starts, with the context of a request. */
export function withRequestContext<T>(context: RequestContext, run: () => T): T {
  return storage.run(context, run);
}

/**
 * Returns the context of the request in progress.
 *
 * @throws outside a request: code there would otherwise share the limits of one made-up visitor
 */
export function requestContext(): RequestContext {
  const context = storage.getStore();
  if (context === undefined) throw new Error("There is no request under way");
  return context;
}

/** The reference id of the request in progress, for log lines; undefined outside a request. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.requestId;
}

/** The network for which the current work counts; {@link SHARED_NETWORK} outside a request. */
export function currentNetwork(): string {
  return storage.getStore()?.network ?? SHARED_NETWORK;
}

/** Reads the fields of a posted form. A body that is not a form counts as a form without fields; it causes no error. */
export function postedForm(request: Request): Promise<FormData> {
  return request.formData().catch(() => new FormData());
}

/** The text of a field; empty where the form has none, or a file. */
export function fieldText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** The proxies whose forwarding headers are believed. */
interface TrustedProxies {
  /** As an administrator wrote it: `2` (hops) or `10.0.0.0/8,::1` (addresses and ranges). */
  text: string;
  /** Whether a canonical address is one of them. @param hop its distance: 0 for the other end of the connection */
  trusts: (address: string, hop: number) => boolean;
}

/** @throws Error when the text is neither a number of hops up to 16 nor a list of addresses and ranges */
export function readTrustedProxies(text: string): TrustedProxies {
  if (/^\d{1,2}$/.test(text) && Number(text) <= 16) {
    return { text, trusts: (_address, hop) => hop < Number(text) };
  }
  const ranges = text.split(",").map((part) => part.trim());
  // `10` alone would be read as 0.0.0.10, and names such as `loopback` are not addresses.
  if (
    !ranges.every((range) => /^(?:(?:\d+\.){3}\d+|[\da-f:.]*:[\da-f:.]*)(?:\/\d+)?$/i.test(range))
  )
    throw new Error("no list of addresses");
  return { text, trusts: proxyAddr.compile(ranges) };
}

/**
 * Reads `X-Forwarded-For`, `-Proto` and `-Host` as far as `TRUST_PROXY` allows. Each proxy appends an entry, so only
 * the entries on the right, written by trusted proxies, count. An unreadable address ends the search.
 *
 * @param peerAddress of the other end of the connection
 */
export function readForwarded(
  peerAddress: string,
  headers: IncomingHttpHeaders,
  { trusts }: TrustedProxies,
) {
  const peer = canonical(peerAddress);
  const direct = { clientAddress: peer ?? "unknown", https: false, host: undefined };
  if (peer === null || !trusts(peer, 0)) return direct;
  const isTrusted = (text: string, hop: number) => {
    const address = canonical(text);
    return address !== null && trusts(address, hop);
  };
  // Only these parts of a request are read.
  const request = { headers, socket: { remoteAddress: peerAddress } } as IncomingMessage;
  const chain = proxyAddr.all(request, isTrusted);
  const depth = Math.max(1, chain.length - 1);
  return {
    /** Canonical IPv4 or IPv6 address, without port, brackets or zone. */
    clientAddress: chain.map(canonical).findLast((address) => address !== null) ?? "unknown",
    /** Whether the request to the trusted proxy was over https. */
    https: entryAt(headers["x-forwarded-proto"], depth)?.toLowerCase() === "https",
    /** Host of the request to the trusted proxy, if the proxy reports it. */
    host: entryAt(headers["x-forwarded-host"], depth) || undefined,
  };
}

/** The entry of a list that the outermost trusted proxy wrote. */
function entryAt(header: string | string[] | undefined, depth: number): string | undefined {
  const entries = header?.toString().split(",") ?? [];
  return (entries.at(-depth) ?? entries[0])?.trim();
}

/** Whether the host of a URL is the client's own machine (RFC 6761, RFC 1122, RFC 4291). */
export const isLoopback = (hostname: string) =>
  /(?:^|\.)localhost$|^127\.[\d.]+$|^\[::1\]$/.test(hostname);

/** Longest text that can be an address: IPv6 with brackets, zone and port. */
const LONGEST = 80;

/** Reads `1.2.3.4`, `1.2.3.4:80`, `::1`, `[::1]:80`, `fe80::1%eth0`; an IPv4-mapped address becomes IPv4. */
function canonical(text: string): string | null {
  if (text.length > LONGEST) return null;
  const bare = isIP(text)
    ? text
    : (/^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text);
  // An IPv4-mapped address is common, and the library takes fifty times as long to read it.
  const address = bare.replace(/%.*$/, "").replace(/^::ffff:(?=[\d.]+$)/i, "");
  if (isIPv4(address)) return address;
  return ipaddr.IPv6.isValid(address) ? ipaddr.process(address).toString() : null;
}

/**
 * Reduces an address, which is personal data, to its network for the log (IPv4 /24, IPv6 /48).
 *
 * @param address canonical, or `unknown`
 */
export function truncateAddress(address: string): string {
  if (isIPv4(address)) return address.replace(/\d+$/, "0");
  return isIPv6(address) ? networkOf(address, 48) : "unknown";
}

/**
 * The network that a client's requests count for: an IPv4 address itself, for IPv6 its /56, because one household or
 * phone owns a whole /64 or more. An unreadable address is used unchanged.
 *
 * @param client a canonical address, or a result of this function
 */
export function clientNetwork(client: string): string {
  if (!isIPv6(client)) return client;
  // A browser and a script on the same machine are one client, whichever loopback address each has chosen.
  return client === "::1" ? "127.0.0.1" : `${networkOf(client, 56)}/56`;
}

function networkOf(address: string, bits: number): string {
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`).toString();
}
