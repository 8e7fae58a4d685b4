import { randomBytes, randomUUID } from "node:crypto";
import { ServerResponse, type IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";
import type { TrustedProxies } from "../settings.server";
import { readForwarded } from "./forwarded.server";
import type { RequestContext } from "./request-context.server";
import { allowFrame, allowOwnStyle } from "./security-headers.server";
import { newTrace, readTrace, type Trace } from "./trace-context.server";

const REQUEST_ID = /^[\w.-]{8,64}$/;

/** Headers that only a trusted proxy may speak in; what was believed of them is in the context. */
const FORWARDING = [
  "x-forwarded-for",
  "x-forwarded-proto",
  "x-forwarded-host",
  "forwarded",
] as const;

/**
 * Makes the context of a request that has arrived, and takes the forwarding headers off it: Remix and
 * Express would believe some of them from anyone. A trusted proxy's host takes the place of `Host`.
 *
 * @param draining aborts when the process begins to drain, which ends event streams
 */
export function receive(
  request: IncomingMessage,
  response: ServerResponse,
  trusted: TrustedProxies,
  draining: AbortSignal,
): RequestContext & { readonly nonce: string } {
  const { headers, socket } = request;
  const from = readForwarded(socket.remoteAddress, headers, trusted);
  for (const name of FORWARDING) delete headers[name];
  if (from.host !== undefined) headers.host = from.host;
  // The end of an event stream ends its connection, so that a draining process need not wait for more.
  if (isEventStream(request)) response.shouldKeepAlive = false;
  const ends = isEventStream(request) ? draining : undefined;
  const https = from.proto === undefined ? socket instanceof TLSSocket : from.proto === "https";
  return new Arrival(
    response,
    requestId(headers["x-request-id"], from.viaProxy),
    from.viaProxy ? readTrace(headers) : null,
    from.clientAddress,
    https,
    ends,
  );
}

/** Most requests ask for none of what is made here when it is asked for. */
class Arrival implements RequestContext {
  #trace: Trace | undefined;
  #nonce: string | undefined;
  #closed: AbortSignal | undefined;
  #writable: (() => Promise<void>) | undefined;

  constructor(
    readonly response: ServerResponse,
    readonly requestId: string,
    readonly continued: Trace | null,
    readonly clientAddress: string,
    readonly https: boolean,
    readonly draining: AbortSignal | undefined,
  ) {}

  get trace(): Trace {
    return (this.#trace ??= this.continued ?? newTrace());
  }

  get nonce(): string {
    return (this.#nonce ??= randomBytes(16).toString("base64"));
  }

  get closed(): AbortSignal {
    return (this.#closed ??= closedSignal(this.response, this.draining));
  }

  get writable(): () => Promise<void> {
    return (this.#writable ??= writability(this.response));
  }

  keepOpen(run: BodyWriter): void {
    keepOpen(this.response, run);
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

/** Whether a browser asks for server-sent events. */
export function isEventStream(request: IncomingMessage): boolean {
  return request.headers.accept?.includes("text/event-stream") ?? false;
}

function closedSignal(response: ServerResponse, draining: AbortSignal | undefined): AbortSignal {
  const closed = new AbortController();
  const { signal } = closed;
  response.once("close", () => closed.abort());
  if (draining?.aborted || response.closed) closed.abort();
  draining?.addEventListener("abort", () => closed.abort(), { signal });
  return signal;
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

type BodyWriter = Parameters<RequestContext["keepOpen"]>[0];

function keepOpen(response: ServerResponse, run: BodyWriter): void {
  const end = response.end.bind(response);
  const { statusCode } = response;
  const send = (text: string) => void (response.closed || response.write(text));
  // Whoever sends the head ends the answer with it. One that has become another answer does end there.
  response.end = (...body: unknown[]) => {
    response.end = end;
    if (response.statusCode !== statusCode) return end(...(body as Parameters<typeof end>));
    response.flushHeaders();
    run(send).then(
      () => end(),
      () => response.destroy(),
    );
    return response;
  };
}
