import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
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
  /** The client's network, in whose turns the work for this request is done. */
  readonly network: string;
  readonly https: boolean;
  /** Whether cookies are `Secure` with the `__Host-` prefix: for a site on https, or a request over https. */
  readonly secureCookies: boolean;
  /** Returns the response to this request, for a long stream or a policy of its own. */
  response: () => ServerResponse;
}

/** Shared by every evaluation of this module: in development the HTTP layer survives an edit of this file. */
const storage = oncePerProcess("request-context", () => new AsyncLocalStorage<RequestContext>());

/** The network name for turns of work that is the same for all visitors. */
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

/** The network in whose turns the current work is done; {@link SHARED_NETWORK} outside a request. */
export function currentNetwork(): string {
  return storage.getStore()?.network ?? SHARED_NETWORK;
}
