import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { oncePerProcess } from "./once-per-process.server";

/** What the HTTP layer knows of the request under way and a route cannot read from `Request`. */
export interface RequestContext {
  /** Reference id: in the access log, in `X-Request-Id`, and on every error page. */
  readonly requestId: string;
  /** The trace of a trusted proxy, or one that begins here; it is in every log line and sent to upstreams. */
  readonly trace: Trace;
  /**
   * Marks the inline scripts of one rendering. The Content-Security-Policy of a response names it, or the hashes of the
   * scripts that carry it where the response is for everybody.
   */
  readonly nonce: string;
  /** The person's address; proxies are believed only as `TRUST_PROXY` says. */
  readonly clientAddress: string;
  /** Whether a program on this machine asks for itself, and no proxy for somebody else. */
  readonly fromThisMachine: boolean;
  /** The client network in whose turns the work for this request is done. */
  readonly network: string;
  readonly https: boolean;
  /** Whether cookies are `Secure` and `__Host-`: the site is an https one, or the person came over https. */
  readonly secureCookies: boolean;
  /** Aborts when the connection closes. On Node `Request.signal` does not do so reliably under load. */
  readonly closed: AbortSignal;
  /**
   * Resolves when the connection can take more, or has closed; rejects when it has taken nothing for a minute.
   * Remix writes bodies without back-pressure, so a long stream waits for this before it makes the next part.
   */
  writable: () => Promise<void>;
  /**
   * Waits for this request's turn before its page is rendered, which takes long: requests that waited for the same
   * figures all go on at one moment.
   *
   * @returns whether to go on; otherwise the process has no time left for that
   */
  renderTurn(): Promise<boolean>;
  /** Lets the page of this response frame one more source (CSP Level 3, frame-src); others frame nothing. */
  allowFrame(source: string): void;
  /** Lets the page of this response bring one style element with a nonce, and tells that. */
  allowOwnStyle(): string;
}

/** Shared by every evaluation of this module: while developing, the HTTP layer outlives an edit of this file. */
const storage = oncePerProcess("request-context", () => new AsyncLocalStorage<RequestContext>());

/** The name under which work waits for its turn that is for all visitors alike. */
export const EVERYBODY = "everybody";

/**
 * The context in which something is made for everybody: it holds nothing of a person, and refuses what only a response
 * for one person may have.
 *
 * @param requestId of the request that it is made on the occasion of
 * @param network of the client who asked for it first; work for everybody alike has turns of its own
 * @param turn waits for a turn of a network
 */
export function impersonalContext(
  requestId: string,
  network = EVERYBODY,
  turn: (network: string) => Promise<boolean> = () => Promise.resolve(true),
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
    renderTurn: () => turn(network),
    allowFrame: refuse,
    allowOwnStyle: refuse,
  };
}

const NEVER = new AbortController().signal;

/** 128 random bits in base64. */
export function createNonce(): string {
  return randomBytes(16).toString("base64");
}

/** Runs the rest of a request with its context. */
export function withRequestContext<T>(context: RequestContext, run: () => T): T {
  return storage.run(context, run);
}

/**
 * The context of the request under way.
 *
 * @throws when there is none: code outside a request would otherwise share the limits of one made-up visitor
 */
export function requestContext(): RequestContext {
  const context = storage.getStore();
  if (context === undefined) throw new Error("There is no request under way");
  return context;
}

/** What a log line says of the request under way; undefined outside of one. */
export function requestUnderWay(): Pick<RequestContext, "requestId" | "trace"> | undefined {
  return storage.getStore();
}

/** The network in whose turns the work under way is done; outside a request it is for everybody. */
export function networkUnderWay(): string {
  return storage.getStore()?.network ?? EVERYBODY;
}

/** A request's place in a trace that runs through several programs (W3C Trace Context, level 1). */
export interface Trace {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** Two hexadecimal digits, as the program before this one sent them. */
  readonly flags: string;
  /** The `tracestate` header, handed on unchanged. */
  readonly state?: string | undefined;
}

/** A later version may say more after a further hyphen. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NOTHING = /^0+$/;

/** Members are separated by commas; all of it is printable ASCII. */
const TRACESTATE = /^[ -~]{1,512}$/;

/** The trace that a request says it belongs to; null without a readable `traceparent`. */
export function readTrace({ traceparent, tracestate }: IncomingHttpHeaders): Trace | null {
  const [, version, id = "", parent = "", flags = "", more] =
    TRACEPARENT.exec(typeof traceparent === "string" ? traceparent : "") ?? [];
  if (version === undefined || NOTHING.test(id) || NOTHING.test(parent)) return null;
  if (version === "00" && more !== undefined) return null;
  const state = typeof tracestate === "string" ? tracestate : "";
  return { id, flags, state: TRACESTATE.test(state) ? state : undefined };
}

/** A trace that begins here: marked as sampled, because an upstream would not record its calls otherwise. */
export function newTrace(): Trace {
  return { id: digits(), flags: "01" };
}

/** The headers by which a call to an upstream belongs to a trace, the one under way or a new one. */
export function traceHeaders(
  { id, flags, state }: Trace = requestUnderWay()?.trace ?? newTrace(),
): Record<string, string> {
  const traceparent = `00-${id}-${digits().slice(16)}-${flags}`;
  return state === undefined ? { traceparent } : { traceparent, tracestate: state };
}

/** 32 hexadecimal digits of a random UUID, which Node makes faster than other random bytes. */
function digits(): string {
  return randomUUID().replaceAll("-", "");
}
