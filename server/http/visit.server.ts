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
import {
  type RequestContext,
  type Trace,
  createNonce,
  newTrace,
  readTrace,
} from "../process/request-context.server";
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
  /** Whether it may change something. */
  readonly isUnsafe: boolean;
  /** Whether it is a GET or HEAD with a readable `Host` and a target of acceptable length. */
  readonly isRead: boolean;
  /** Whether it reads a whole resource and no part of one, so that a cache may answer. */
  readonly isPlainRead: boolean;
  /** The parsed address, or why it cannot be read. Unset for a cached answer, which is found by the target alone. */
  address?: URL | AddressFault;

  /**
   * @param isReadable whether it names one host, and a target that can be brought to the origin form
   * @param handOn hands it to the server's own listeners: Express and Remix
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
 * Keeps ranges of a file apart from its compressed form, whose bytes are others (RFC 9110, sections 8.8.1
 * and 13.1.5). A part is always cut from the uncompressed file. When `If-Range` names what the client has by a weak tag
 * or a date, which both forms share, that may be the compressed form: then the whole is sent.
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

/** Ending of a path that names a file. `.data` is data of a page. */
const FILE = /\.(?!data$)[^./]+$/;

/**
 * Only files have parts. A request for a part of a page gets the whole (RFC 9110, section 14.2), so that a `Range`
 * header does not lead past the cache.
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

/** Headers that only a trusted proxy may speak in; what was believed of them is in the context. */
const FORWARDING = ["x-forwarded-for", "forwarded", "x-forwarded-proto", "x-forwarded-host"];

/** The headers among them by which a proxy names its visitor. */
const NAMING_VISITORS = FORWARDING.slice(0, 2);

/** Addresses that reach no other machine, IPv4 also as it is mapped into IPv6. */
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

/**
 * Names of this machine. A proxy on it that does not name its visitor passes on the name of the site instead, and so
 * does a page of another site whose name was made to resolve to this machine.
 */
const LOOPBACK_HOST = /^(?:(?:[\w-]+\.)*localhost|127\.[\d.]+|\[::1\])(?::\d*)?$/i;

/**
 * Makes a function that begins the visit of a request that has arrived: brings its target to the origin form, and takes
 * the forwarding headers off it, because Remix and Express would believe some of them from anyone. A trusted proxy's
 * host takes the place of `Host`. A proxy that is not believed is warned of, once: everyone behind it counts as one
 * visitor, and the limits of one person are shared by all.
 *
 * @param turn waits for a turn of a network
 */
export function createReception(
  { trustedProxies, siteUrl }: Pick<Settings, "trustedProxies" | "siteUrl">,
  logger: Pick<Logger, "warn">,
  turn: (network: string) => Promise<boolean>,
): (request: IncomingMessage, response: ServerResponse, handOn: () => void) => Visit {
  let hasWarned = false;

  function warn(peer: string, header: string): void {
    hasWarned = true;
    logger.warn(
      { trustProxy: describeTrust(trustedProxies), peer: nameable(peer), header },
      "a proxy is not trusted: everyone behind it counts as one address. " +
        "If it is yours, set TRUST_PROXY to the number of proxies in front of this server, or to their addresses",
    );
  }

  return (request, response, handOn) => {
    const isReadable = toOriginForm(request);
    const { headers, socket } = request;
    const peer = socket.remoteAddress ?? "";
    const from = readForwarded(peer, headers, trustedProxies);
    let fromThisMachine = LOOPBACK.test(peer) && LOOPBACK_HOST.test(headers.host ?? "");
    for (const name of FORWARDING) {
      if (headers[name] === undefined) continue;
      fromThisMachine = false;
      Reflect.deleteProperty(headers, name);
      if (hasWarned || from.viaProxy || !NAMING_VISITORS.includes(name)) continue;
      warn(from.clientAddress, name);
    }
    if (from.host !== undefined) headers.host = from.host;
    const https = from.proto === undefined ? socket instanceof TLSSocket : from.proto === "https";
    const context = new Arrival(
      response,
      turn,
      requestId(headers["x-request-id"], from.viaProxy),
      (from.viaProxy ? readTrace(headers) : null) ?? newTrace(),
      from.clientAddress,
      fromThisMachine,
      https,
      https || siteUrl.protocol === "https:",
    );
    return new Visit(request, response, context, isReadable, handOn);
  };
}

const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)(.*)$/is;

/**
 * Brings a request that was asked in the absolute form, as proxies are, to the origin form: its authority takes the
 * place of `Host` (RFC 9112, section 3.2.2).
 *
 * @param request changed in place
 * @returns false for one that is to be refused (sections 3.2 and 3.2.2): it has several `Host` lines, or names no host
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

/** Ranges of addresses that belong to an operator's own machines and to no visitor. */
const OWN = ["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"];

/** What the log may name: the whole address of an operator's machine, of any other only the network. */
function nameable(address: string): string {
  const own = ipaddr.isValid(address) && OWN.includes(ipaddr.parse(address).range());
  return own ? address : truncateAddress(address);
}

/** The context of a request. Its getters make what most requests never ask for, which costs microseconds each. */
class Arrival implements RequestContext {
  #nonce: string | undefined;
  #network: string | undefined;
  #closed: AbortSignal | undefined;
  #writable: (() => Promise<void>) | undefined;

  constructor(
    readonly response: ServerResponse,
    readonly turn: (network: string) => Promise<boolean>,
    readonly requestId: string,
    readonly trace: Trace,
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
    return this.turn(this.network);
  }

  allowFrame(source: string): void {
    allowFrame(this.response, source);
  }

  allowOwnStyle(): string {
    allowOwnStyle(this.response, this.nonce);
    return this.nonce;
  }
}

function requestId(given: string | string[] | undefined, believed: boolean): string {
  return believed && typeof given === "string" && REQUEST_ID.test(given) ? given : randomId();
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

/** A reader that takes nothing for so long gives its place to others. Milliseconds. */
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
