import { randomUUID } from "node:crypto";
import { ServerResponse, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";
import ipaddr from "ipaddr.js";
import {
  clientNetwork,
  describeTrust,
  readForwarded,
  truncateAddress,
} from "../process/client-address.server";
import type { Logger } from "../process/logger.server";
import { type RequestContext, createNonce } from "../process/request-context.server";
import { ADDRESS_LIMIT, isHost, pathOf, type AddressFault } from "../process/request-url.server";
import type { Settings } from "../process/settings.server";
import { allowFrame, allowOwnStyle } from "./security-headers.server";

export const SAFE_METHODS: readonly string[] = ["GET", "HEAD"];

/** A request on its way through the HTTP layer. */
export class Visit {
  /** The request target as received, in the origin form. */
  readonly target: string;
  /** The target without its query string. */
  readonly path: string;
  /** Whether the method may change something: any but GET and HEAD. */
  readonly isUnsafe: boolean;
  /** Whether it is a GET or HEAD with a readable `Host` and a target of acceptable length. */
  readonly isRead: boolean;
  /** Whether it is a read of a whole resource, not of a range, so that a cache may answer. */
  readonly isPlainRead: boolean;
  /** The parsed address, or why it cannot be read. Unset while only the cache is searched, which needs no URL. */
  address?: URL | AddressFault;

  /**
   * @param isReadable whether the request has one `Host` and a target that can be converted to the origin form
   * @param handOn passes the request to the server's own listeners: Express and Remix
   */
  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    readonly context: RequestContext,
    readonly isReadable: boolean,
    readonly handOn: () => void,
  ) {
    const { headers, method = "", url: target = "" } = request;
    this.target = target;
    this.path = pathOf(target);
    dropRangeOfPage(headers, this.path);
    this.isUnsafe = !SAFE_METHODS.includes(method);
    this.isRead =
      isReadable && !this.isUnsafe && target.length <= ADDRESS_LIMIT && isHost(headers.host);
    this.isPlainRead = this.isRead && headers.range === undefined;
  }
}

const CODING = /\b(?:gzip|br|deflate)\b|\*(?!\s*;\s*q=0)/i;

/**
 * Prevents ranges of the compressed form of a file, whose bytes differ (RFC 9110, sections 8.8.1 and 13.1.5). A range
 * is always cut from the uncompressed file. A weak tag or a date in `If-Range` belongs to both forms, so the client may
 * have the compressed one: then the whole file is sent.
 *
 * @param headers of the request; changed in place
 */
export function separateRange(headers: IncomingHttpHeaders): void {
  if (headers.range === undefined) return;
  const condition = headers["if-range"]?.toString();
  if (condition !== undefined && mayNameBoth(condition, headers["accept-encoding"])) {
    delete headers.range;
  } else {
    headers["accept-encoding"] = "identity";
  }
}

/** Extension of a path that names a file. `.data` is data of a page. */
const FILE = /\.(?!data$)[^./]+$/;

/**
 * Ignores `Range` for pages, which RFC 9110, section 14.2 allows, so that the header does not bypass the cache. Only
 * files have ranges.
 *
 * @param headers of the request; changed in place
 * @param path without query string
 */
export function dropRangeOfPage(headers: IncomingHttpHeaders, path: string): void {
  if (headers.range !== undefined && !FILE.test(path)) delete headers.range;
}

function mayNameBoth(condition: string, codings: string | string[] | undefined): boolean {
  if (condition.startsWith('"')) return false;
  return condition.startsWith("W/") || CODING.test(codings?.toString() ?? "");
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
 * Creates a function that begins the visit of a new request: it converts the target to the origin form and removes the
 * forwarding headers, because Remix and Express would trust some of them from anyone. A trusted proxy's host replaces
 * `Host`. One warning is logged about an untrusted proxy: everyone behind it counts as one visitor, and the limits of
 * one person are shared by all of them.
 *
 * @param waitForTurn waits for a turn of a network
 */
export function createReception(
  { trustedProxies, siteUrl }: Pick<Settings, "trustedProxies" | "siteUrl">,
  logger: Pick<Logger, "warn">,
  waitForTurn: (network: string) => Promise<boolean>,
): (request: IncomingMessage, response: ServerResponse, handOn: () => void) => Visit {
  let hasWarned = false;

  function warn(peer: string, header: string): void {
    hasWarned = true;
    logger.warn(
      { trustProxy: describeTrust(trustedProxies), peer: loggedAddress(peer), header },
      "a proxy is not trusted: everyone behind it counts as one address. " +
        "If it is yours, set TRUST_PROXY to the number of proxies in front of this server, or to their addresses",
    );
  }

  return (request, response, handOn) => {
    const isReadable = toOriginForm(request);
    const { headers, socket } = request;
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
    const context = new Arrival(
      response,
      waitForTurn,
      requestId(headers["x-request-id"], origin.viaProxy),
      origin.clientAddress,
      fromThisMachine,
      https,
      https || siteUrl.protocol === "https:",
    );
    return new Visit(request, response, context, isReadable, handOn);
  };
}

const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)(.*)$/is;

/**
 * Converts a target in the absolute form, as proxies get it, to the origin form. Its authority replaces `Host`
 * (RFC 9112, section 3.2.2).
 *
 * @param request changed in place
 * @returns false for a request to refuse (sections 3.2 and 3.2.2): it has several `Host` lines, or names no valid host
 */
function toOriginForm(request: IncomingMessage): boolean {
  if (hasSeveralHosts(request.rawHeaders)) return false;
  const [, authority, rest = ""] = ABSOLUTE_FORM.exec(request.url ?? "") ?? [];
  if (authority === undefined) return true;
  if (!isHost(authority)) return false;
  request.url = rest.startsWith("/") ? rest : `/${rest}`;
  request.headers.host = authority;
  return true;
}

/** Whether there are several `Host` lines, of which Node keeps the first and drops the others. */
function hasSeveralHosts(rawHeaders: string[]): boolean {
  let hosts = 0;
  for (let name = 0; name < rawHeaders.length; name += 2) {
    const text = rawHeaders[name] ?? "";
    if (text.length === 4 && text.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

/** Address ranges of an operator's own machines, to which no visitor belongs. */
const OPERATOR_RANGES = ["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"];

/** An address as it may be logged: whole for an operator's machine, only the network for any other. */
function loggedAddress(address: string): string {
  const isOwn = ipaddr.isValid(address) && OPERATOR_RANGES.includes(ipaddr.parse(address).range());
  return isOwn ? address : truncateAddress(address);
}

/** The context of a request. Its getters compute lazily what most requests never read, to save microseconds each. */
class Arrival implements RequestContext {
  #nonce: string | undefined;
  #network: string | undefined;
  #closed: AbortSignal | undefined;
  #writable: (() => Promise<void>) | undefined;

  constructor(
    readonly response: ServerResponse,
    readonly waitForTurn: (network: string) => Promise<boolean>,
    readonly requestId: string,
    readonly clientAddress: string,
    readonly fromThisMachine: boolean,
    readonly https: boolean,
    readonly secureCookies: boolean,
  ) {}

  get nonce(): string {
    return (this.#nonce ??= createNonce());
  }

  get network(): string {
    return (this.#network ??= clientNetwork(this.clientAddress));
  }

  get closed(): AbortSignal {
    return (this.#closed ??= closedSignal(this.response));
  }

  get writable(): () => Promise<void> {
    return (this.#writable ??= writability(this.response));
  }

  renderTurn(): Promise<boolean> {
    return this.waitForTurn(this.network);
  }

  allowFrame(source: string): void {
    allowFrame(this.response, source);
  }

  allowOwnStyle(): string {
    allowOwnStyle(this.response, this.nonce);
    return this.nonce;
  }
}

function requestId(header: string | string[] | undefined, trusted: boolean): string {
  return trusted && typeof header === "string" && REQUEST_ID.test(header) ? header : randomId();
}

/** 16 hexadecimal digits of a random UUID, which Node makes faster than other random bytes. */
function randomId(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(-8);
}

function closedSignal(response: ServerResponse): AbortSignal {
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  if (response.closed) closed.abort();
  return closed.signal;
}

/** Longest time without progress, in milliseconds, before a slow reader is given up to free its slot. */
const LONGEST_STALL_MS = 60_000;

function writability(response: ServerResponse): () => Promise<void> {
  let waiting: (() => void)[] = [];
  function release(): void {
    for (const resolve of waiting) resolve();
    waiting = [];
  }
  // Called on the prototype, because the compression middleware redirects listeners of "drain" to its own stream.
  ServerResponse.prototype.on.call(response, "drain", release).once("close", release);
  return () =>
    response.writableNeedDrain && !response.closed
      ? new Promise((resolve, reject) => {
          const stalled = setTimeout(
            () => reject(new Error("the reader took nothing for a minute")),
            LONGEST_STALL_MS,
          );
          waiting.push(() => {
            clearTimeout(stalled);
            resolve();
          });
        })
      : Promise.resolve();
}
