import { randomUUID } from "node:crypto";
import { ServerResponse, type IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";
import { clientNetwork, readForwarded, truncateAddress } from "../process/client-address.server";
import type { Logger } from "../process/logger.server";
import type { RequestContext } from "../process/request-context.server";
import type { Settings } from "../process/settings.server";
import { allowFrame } from "./security-headers.server";

export const SAFE_METHODS: readonly string[] = ["GET", "HEAD"];

/** A request on its way through the HTTP layer. */
export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  context: RequestContext;
  /** The request target without its query string. */
  path: string;
  /** The parsed address, or why it cannot be read. */
  address: URL | AddressFault;
  /** Whether the method may change something: any but GET and HEAD. */
  isUnsafe: boolean;
}

const REQUEST_ID = /^[\w.-]{8,64}$/;

/** Headers that only a trusted proxy may set. The context contains the accepted values. */
const FORWARDING = ["x-forwarded-for", "forwarded", "x-forwarded-proto", "x-forwarded-host"];

/** The forwarding headers with which a proxy names its visitor. */
const NAMING_VISITORS = FORWARDING.slice(0, 2);

/** Loopback addresses, IPv4 also in its IPv6-mapped form. */
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

/**
 * `Host` headers that name this machine. A local proxy that does not name its visitor passes on the name of the site
 * instead, and a page of another site whose name was made to resolve to this machine sends that name.
 */
const LOOPBACK_HOST = /^(?:(?:[\w-]+\.)*localhost|127\.[\d.]+|\[::1\])(?::\d*)?$/i;

/**
 * Creates a function that begins the visit of a new request: it removes the forwarding headers, because Remix and
 * Express would trust some of them from anyone. A trusted proxy's host replaces `Host`. One warning is logged about an
 * untrusted proxy: everyone behind it counts as one visitor, and the limits of one person are shared by all of them.
 */
export function createReception(
  { trustedProxies, siteUrl }: Pick<Settings, "trustedProxies" | "siteUrl">,
  logger: Pick<Logger, "warn">,
): (request: IncomingMessage, response: ServerResponse) => Visit {
  let hasWarned = false;

  function warn(peer: string, header: string): void {
    hasWarned = true;
    logger.warn(
      { trustProxy: trustedProxies.text, peer: truncateAddress(peer), header },
      "a proxy is not trusted: everyone behind it counts as one address. " +
        "If it is yours, set TRUST_PROXY to the number of proxies in front of this server, or to their addresses",
    );
  }

  return (request, response) => {
    const { headers, socket, method = "", url: target = "" } = request;
    const peer = socket.remoteAddress ?? "";
    const origin = readForwarded(peer, headers, trustedProxies);
    let fromThisMachine = LOOPBACK.test(peer) && LOOPBACK_HOST.test(headers.host ?? "");
    for (const name of FORWARDING) {
      if (headers[name] === undefined) continue;
      fromThisMachine = false;
      Reflect.deleteProperty(headers, name);
      if (hasWarned || origin.viaProxy || !NAMING_VISITORS.includes(name)) continue;
      warn(origin.clientAddress, name);
    }
    if (origin.host !== undefined) headers.host = origin.host;
    const https =
      origin.proto === undefined ? socket instanceof TLSSocket : origin.proto === "https";
    const context: RequestContext = {
      requestId: requestId(headers["x-request-id"], origin.viaProxy),
      nonce: randomUUID(),
      clientAddress: origin.clientAddress,
      fromThisMachine,
      network: clientNetwork(origin.clientAddress),
      https,
      secureCookies: https || siteUrl.protocol === "https:",
      // Not made before it is needed: a signal takes as long as an answer from memory.
      connection: () => ({
        closed: closedSignal(response),
        writable: () => writable(response),
      }),
      allowFrame: (source) => allowFrame(response, source),
    };
    return {
      request,
      response,
      context,
      path: pathOf(target),
      address: readAddress(headers.host, target),
      isUnsafe: !SAFE_METHODS.includes(method),
    };
  };
}

function requestId(header: string | string[] | undefined, trusted: boolean): string {
  return trusted && typeof header === "string" && REQUEST_ID.test(header)
    ? header
    : randomUUID().replaceAll("-", "").slice(0, 16);
}

/** Longest path of a request target, and longest target with its query string, in bytes. */
export const PATH_LIMIT = 2 * 1024;
export const ADDRESS_LIMIT = 8 * 1024;

/** Why an address is refused. */
export type AddressFault = "too-long" | "bad-url";

/** Most parameters named `index`. Remix puts one into the address of a form, and copies the query for each it finds. */
const MOST_INDEXES = 8;

/** Valid `Host` headers. Other characters could hide the rest of the URL: `evil.test#` makes any path the home page. */
const HOST = /^[\w.:[\]-]{1,255}$/;

const EMPTY_SEGMENT = /[/\\]{2}/;

/**
 * Parses the address of a request into the same URL that Remix will build. The URL has a bounded length, a well-formed
 * host, no empty path segments (Remix's patterns take the square of the length of a run of slashes or backslashes), and
 * percent escapes that decode without NUL. Only a referral code may contain any bytes.
 *
 * @param host the `Host` header, which a request of HTTP/1.0 need not have
 * @param target the request target, as received
 */
export function readAddress(host = "none", target: string): URL | AddressFault {
  const path = pathOf(target);
  if (target.length > ADDRESS_LIMIT || path.length > PATH_LIMIT) return "too-long";
  if (EMPTY_SEGMENT.test(path) || !path.startsWith("/") || !HOST.test(host)) return "bad-url";
  const url = URL.parse(`http://${host}${target}`);
  if (url === null) return "bad-url";
  if (url.search && url.searchParams.getAll("index").length > MOST_INDEXES) return "bad-url";
  return /^\/ref\//i.test(url.pathname) || decodes(url.pathname) ? url : "bad-url";
}

function decodes(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

function pathOf(target: string): string {
  const end = target.indexOf("?");
  return end < 0 ? target : target.slice(0, end);
}

function closedSignal(response: ServerResponse): AbortSignal {
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  if (response.closed) closed.abort();
  return closed.signal;
}

/** Longest time without progress, in milliseconds, before a slow reader is given up to free its slot. */
const LONGEST_STALL_MS = 60_000;

/** Waits until the reader has taken what was written. @throws after a minute in which the reader took nothing */
function writable(response: ServerResponse): Promise<void> {
  if (!response.writableNeedDrain || response.closed) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stalled = setTimeout(
      () => reject(new Error("the reader took nothing for a minute")),
      LONGEST_STALL_MS,
    );
    const goOn = () => {
      clearTimeout(stalled);
      response.off("close", goOn);
      resolve();
    };
    // Called on the prototype, because the compression middleware redirects listeners of "drain" to its own stream.
    ServerResponse.prototype.once.call(response, "drain", goOn);
    response.once("close", goOn);
  });
}
