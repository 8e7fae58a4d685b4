import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { oncePerProcess } from "./once-per-process.server";

/** Data of the request in progress that a route cannot read from `Request`. */
export interface RequestContext {
  /** Reference id: in the access log, in `X-Request-Id`, and on every error page. */
  readonly requestId: string;
  /** The trace of a trusted proxy, or a new one. It is in every log line and is sent to upstreams. */
  readonly trace: Trace;
  /**
   * Nonce of the inline scripts of one rendering. The Content-Security-Policy of a response contains the nonce, or, for
   * a response for everybody, the hashes of the scripts that carry it.
   */
  readonly nonce: string;
  /** The visitor's address. Proxies are trusted only as `TRUST_PROXY` says. */
  readonly clientAddress: string;
  /** Whether the client is a program on this machine, and not a local proxy that forwards for another client. */
  readonly fromThisMachine: boolean;
  /** The client's network, in whose turns the work for this request is done. */
  readonly network: string;
  readonly https: boolean;
  /** Whether cookies are `Secure` with the `__Host-` prefix: for a site on https, or a request over https. */
  readonly secureCookies: boolean;
  /** Aborts when the connection closes. On Node `Request.signal` does not do so reliably under load. */
  readonly closed: AbortSignal;
  /**
   * Resolves when the connection can accept more data, or has closed; rejects when it has accepted none for a minute.
   * Remix writes bodies without back-pressure, so a long stream waits for this before it makes the next part.
   */
  writable: () => Promise<void>;
  /**
   * Waits for this request's turn before its page is rendered. Rendering takes long, and requests that waited for the
   * same figures would otherwise all continue at once.
   *
   * @returns whether to go on; false when the process is about to exit
   */
  renderTurn(): Promise<boolean>;
  /** Allows the page of this response to frame a source (CSP Level 3, frame-src). Other pages frame nothing. */
  allowFrame(source: string): void;
  /** Allows the page of this response one style element with a nonce. @returns the nonce */
  allowOwnStyle(): string;
}

/** Shared by every evaluation of this module: in development the HTTP layer survives an edit of this file. */
const storage = oncePerProcess("request-context", () => new AsyncLocalStorage<RequestContext>());

/** The network name for turns of work that is the same for all visitors. */
export const SHARED_NETWORK = "everybody";

/**
 * Creates the context in which a response for everybody is made. It contains no visitor's data, and throws when code
 * changes the policy, which only a response for one visitor may do.
 *
 * @param requestId reference id for log lines
 * @param network of the client whose request caused the work; work that is the same for everybody has its own turns
 * @param waitForTurn waits for a turn of a network
 */
export function sharedContext(
  requestId: string,
  network = SHARED_NETWORK,
  waitForTurn: (network: string) => Promise<boolean> = () => Promise.resolve(true),
): RequestContext {
  const refuse = () => {
    throw new Error("What is the same for everybody has no policy of its own");
  };
  return {
    requestId,
    trace: newTrace(),
    nonce: createNonce(),
    clientAddress: "unknown",
    fromThisMachine: false,
    network,
    https: false,
    secureCookies: false,
    closed: NEVER,
    writable: () => Promise.resolve(),
    renderTurn: () => waitForTurn(network),
    allowFrame: refuse,
    allowOwnStyle: refuse,
  };
}

const NEVER = new AbortController().signal;

/** 128 random bits in base64. */
export function createNonce(): string {
  return randomBytes(16).toString("base64");
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

/** The ids that log lines contain about the request in progress; undefined outside a request. */
export function currentRequestIds(): Pick<RequestContext, "requestId" | "trace"> | undefined {
  return storage.getStore();
}

/** The network in whose turns the current work is done; {@link SHARED_NETWORK} outside a request. */
export function currentNetwork(): string {
  return storage.getStore()?.network ?? SHARED_NETWORK;
}

/** A request's place in a trace that runs through several programs (W3C Trace Context, level 1). */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Two hexadecimal digits, as the calling program sent them. */
  readonly flags: string;
  /** The `tracestate` header, handed on unchanged. */
  readonly state?: string | undefined;
}

/** Later versions of the header may append data after another hyphen. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const ALL_ZEROS = /^0+$/;

/** Members are separated by commas; all of it is printable ASCII. */
const TRACESTATE = /^[ -~]{1,512}$/;

/** Reads the trace of a request from its headers; null without a valid `traceparent`. */
export function readTrace({ traceparent, tracestate }: IncomingHttpHeaders): Trace | null {
  const [, version, id = "", parent = "", flags = "", more] =
    TRACEPARENT.exec(typeof traceparent === "string" ? traceparent : "") ?? [];
  if (version === undefined || ALL_ZEROS.test(id) || ALL_ZEROS.test(parent)) return null;
  if (version === "00" && more !== undefined) return null;
  const state = typeof tracestate === "string" ? tracestate : "";
  return { id, flags, state: TRACESTATE.test(state) ? state : undefined };
}

/** Begins a trace, marked as sampled because upstreams would not record its calls otherwise. */
export function newTrace(): Trace {
  return { id: digits(), flags: "01" };
}

/** The headers that make an upstream call a part of a trace: by default the current request's, or a new one. */
export function traceHeaders(
  { id, flags, state }: Trace = currentRequestIds()?.trace ?? newTrace(),
): Record<string, string> {
  const traceparent = `00-${id}-${digits().slice(16)}-${flags}`;
  return state === undefined ? { traceparent } : { traceparent, tracestate: state };
}

/** 32 hexadecimal digits of a random UUID, which Node makes faster than other random bytes. */
function digits(): string {
  return randomUUID().replaceAll("-", "");
}
