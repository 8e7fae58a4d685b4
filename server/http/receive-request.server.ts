import { randomUUID } from "node:crypto";
import { ServerResponse, type IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";
import { clientNetwork } from "../resilience/client-network.server";
import type { Settings } from "../process/settings.server";
import { readForwarded } from "../process/client-address.server";
import { createNonce, type RequestContext } from "../process/request-context.server";
import { allowFrame, allowOwnStyle } from "./security-headers.server";
import { newTrace, readTrace, type Trace } from "../process/trace-context.server";

const REQUEST_ID = /^[\w.-]{8,64}$/;

/** Headers that only a trusted proxy may speak in; what was believed of them is in the context. */
const FORWARDING = [
  "x-forwarded-for",
  "x-forwarded-proto",
  "x-forwarded-host",
  "forwarded",
] as const;

/** Addresses that reach no other machine, IPv4 also as it is mapped into IPv6. */
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

/** Names of this machine. A proxy on it that names no visitor passes the site's own on, and so does a page of another
 *  site whose name has been made to lead here. */
const LOOPBACK_HOST = /^(?:(?:[\w-]+\.)*localhost|127\.[\d.]+|\[::1\])(?::\d*)?$/i;

/**
 * Makes the context of a request that has arrived, and takes the forwarding headers off it: Remix and
 * Express would believe some of them from anyone. A trusted proxy's host takes the place of `Host`.
 */
export function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { trustedProxies, siteUrl }: Pick<Settings, "trustedProxies" | "siteUrl">,
  turn: (network: string) => Promise<boolean>,
): RequestContext {
  const { headers, socket } = request;
  const peer = socket.remoteAddress ?? "";
  const from = readForwarded(peer, headers, trustedProxies);
  let fromThisMachine = LOOPBACK.test(peer) && LOOPBACK_HOST.test(headers.host ?? "");
  for (const name of FORWARDING) {
    if (headers[name] === undefined) continue;
    fromThisMachine = false;
    Reflect.deleteProperty(headers, name);
  }
  if (from.host !== undefined) headers.host = from.host;
  const https = from.proto === undefined ? socket instanceof TLSSocket : from.proto === "https";
  return new Arrival(
    response,
    requestId(headers["x-request-id"], from.viaProxy),
    from.viaProxy ? readTrace(headers) : null,
    from.clientAddress,
    fromThisMachine,
    https,
    https || siteUrl.protocol === "https:",
    turn,
  );
}

/** Most requests ask for none of what is made here when it is asked for. */
class Arrival implements RequestContext {
  #trace: Trace | undefined;
  #nonce: string | undefined;
  #network: string | undefined;
  #closed: AbortSignal | undefined;
  #writable: (() => Promise<void>) | undefined;

  constructor(
    readonly response: ServerResponse,
    readonly requestId: string,
    readonly continued: Trace | null,
    readonly clientAddress: string,
    readonly fromThisMachine: boolean,
    readonly https: boolean,
    readonly secureCookies: boolean,
    readonly turn: (network: string) => Promise<boolean>,
  ) {}

  get trace(): Trace {
    return (this.#trace ??= this.continued ?? newTrace());
  }

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

/** 16 hexadecimal digits, from the random ones of a UUID, which are at hand. */
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
  // Past the compression middleware, which redirects "drain" to its own stream.
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
