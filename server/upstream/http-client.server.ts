import { Agent } from "undici";
import { currentNetwork } from "../process/request-context.server";
import type { Logger } from "../process/logger.server";
import type { BreakerState } from "../resilience/breaker.server";
import { createCallPolicies, type CallOwner } from "./call-policies.server";
import { startDeadline, until, type Deadline } from "../resilience/deadline.server";
import { API_REQUEST_FAILED, httpErrorText } from "./upstream-text.server";
import {
  exchange,
  timeoutError,
  connectionError,
  type HttpAnswer,
  type HttpRequest,
} from "./http-attempt.server";
import {
  errorCode,
  isRejectionStatus,
  ownFault,
  UpstreamError,
  type UpstreamFailure,
} from "./upstream-error.server";

export interface UpstreamCall {
  upstream: string;
  method: HttpRequest["method"];
  /** Path of the request without its query: one of the few endpoints that the product uses. */
  endpoint: string;
  /** `declined`: the upstream works and refused the request, for instance a mistyped code. */
  outcome: "ok" | "declined" | UpstreamFailure;
  /** HTTP status of the answer, if one came. */
  status?: number | undefined;
  seconds: number;
}

/** Why an attempt failed; `message` may quote the upstream. */
export interface UpstreamFault {
  kind: UpstreamFailure;
  /** HTTP status of the upstream, when it answered. */
  status?: number | undefined;
  message: string;
  /** Why there was no connection, or why it broke off: a code such as `ENOTFOUND` or `CERT_HAS_EXPIRED`. */
  cause?: string | undefined;
}

export interface UpstreamState {
  name: string;
  breaker: BreakerState;
  /** Epoch milliseconds of the last answer that was no fault. If some calls are for everybody, only those count. */
  lastSuccess: number | null;
  lastFailure: (UpstreamFault & { at: number }) | null;
  /** Epoch milliseconds of the first fault since the last success; null when there was none. */
  failingSince: number | null;
}

export interface HttpClientOptions {
  /** The name in logs, metrics and `/readyz`. */
  name: string;
  /** Has no trailing slash. A function when the URL is unknown until start-up has ended. */
  baseUrl: string | (() => Promise<string>);
  /** Longest wait in milliseconds for one answer, including our own queue, a second try and the body. */
  timeoutMs: number;
  logger?: Logger;
  /**
   * Whether every call is chosen by a visitor and no cache stores its failure. Then faults open a breaker only for the
   * client network of the call.
   */
  breakerPerNetwork?: boolean;
  /** Whether the text of a failing answer may contain personal data. It is then kept out of logs and `/readyz`. */
  privateAnswers?: boolean;
  /** Called after each attempt that was sent. */
  onCall?: (call: UpstreamCall) => void;
}

/** Calls to one upstream. Both methods reject only with an UpstreamError. */
export interface HttpClient {
  /**
   * Reads the JSON of a 2xx answer; retried once after a connection failure or 502, 503, 504.
   *
   * @param forEverybody whether all visitors see the answer; other calls wait in turns of their client network
   */
  get(path: string, query?: HttpRequest["query"], forEverybody?: boolean): Promise<unknown>;
  /** Sends a call that changes data; never retried. Resolves with any complete answer, whatever its status. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  state(): UpstreamState;
  /** Closes all connections and aborts running calls. */
  close(): Promise<void>;
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { name, timeoutMs, logger, breakerPerNetwork = false } = options;
  const dispatcher = new Agent({ pipelining: 1 });

  const policies = createCallPolicies({
    breakerPerNetwork,
    // A call that gets its slot late still has half of the time.
    waitMs: timeoutMs / 2,
    // If all calls are chosen by visitors, the last failure may quote another visitor's request.
    reason: () => (!breakerPerNetwork && lastFailure?.message) || API_REQUEST_FAILED,
    onBreaker: (breaker, scope) =>
      logger?.warn({ upstream: name, breaker, scope }, "circuit breaker"),
  });

  let lastSuccess: number | null = null;
  let lastFailure: UpstreamState["lastFailure"] = null;
  let failingSince: number | null = null;

  function noteState(fault: UpstreamFault | null): void {
    const at = Date.now();
    if (fault === null) {
      [lastSuccess, failingSince] = [at, null];
    } else {
      lastFailure = { at, ...fault };
      failingSince ??= at;
    }
  }

  /** Sends a call once, counts and logs its outcome. A chosen call updates the state only if all calls are chosen. */
  async function attempt(
    request: HttpRequest,
    deadline: Deadline,
    owner: CallOwner,
    onSent: () => void,
  ): Promise<HttpAnswer> {
    const started = performance.now();
    const updatesState = owner === "everybody" || breakerPerNetwork;
    const { method, path } = request;
    const record = (
      outcome: UpstreamCall["outcome"],
      fault: UpstreamFault | null,
      status = fault?.status,
    ) => {
      const seconds = (performance.now() - started) / 1000;
      options.onCall?.({ upstream: name, method, endpoint: path || "/", outcome, status, seconds });
      if (updatesState) noteState(fault);
      if (fault === null) return;
      const { message: reason, cause } = fault;
      logger?.warn({ upstream: name, method, path, outcome, seconds, reason, cause }, "upstream");
    };
    try {
      const baseUrl = await baseUrlOf(options, deadline);
      const answer = await exchange(dispatcher, baseUrl, request, deadline, onSent);
      const body = options.privateAnswers ? undefined : answer.body;
      const { status, retryAfterMs } = answer;
      if (retryAfterMs !== undefined) {
        const seconds = retryAfterMs / 1000;
        logger?.warn({ upstream: name, method, path, seconds }, "upstream: left alone");
      }
      const message = () => redact(httpErrorText(status, body), request);
      const fault = status >= 500 ? { kind: "http" as const, status, message: message() } : null;
      record(status < 400 ? "ok" : isRejectionStatus(status) ? "declined" : "http", fault, status);
      return answer;
    } catch (error) {
      const failure = error instanceof UpstreamError ? error : ownFault(error, true);
      const { kind, status, message, cause } = failure;
      if (kind === "internal") logOwnFault(request, cause);
      else record(kind, { kind, status, message, cause: errorCode(cause) });
      throw failure;
    }
  }

  /** Logs only three fields of the error: others that Node adds may contain what a visitor typed. */
  function logOwnFault({ method, path }: HttpRequest, error: unknown): void {
    const { name: fault, message, stack } = error instanceof Error ? error : new Error("no Error");
    const fields = { name: fault, message, stack };
    logger?.error({ upstream: name, method, path, ...fields }, "upstream: a fault of our own");
  }

  /** Makes a call. Every call passes deadline, slot, breaker and attempt, in this order. */
  async function call(request: HttpRequest, owner: CallOwner, retry: boolean): Promise<HttpAnswer> {
    const deadline = startDeadline(timeoutMs);
    const send = (onSent: () => void) => attempt(request, deadline, owner, onSent);
    try {
      return await policies.send(send, owner, deadline, retry);
    } finally {
      deadline.end();
    }
  }

  const visitor = (): CallOwner => ({ network: currentNetwork() });

  return {
    async get(path, query, forEverybody = query === undefined) {
      const owner = forEverybody && !breakerPerNetwork ? "everybody" : visitor();
      const request: HttpRequest = { method: "GET", path, query };
      const { status, body, retryAfterMs } = await call(request, owner, true);
      if (status >= 400) {
        throw new UpstreamError("http", httpErrorText(status, body), { status, retryAfterMs });
      }
      return body;
    },
    send: (request) => call(request, visitor(), false),
    state: () => ({
      name,
      breaker: policies.breakerState(),
      lastSuccess,
      lastFailure,
      failingSince,
    }),
    close: () => dispatcher.destroy(),
  };
}

/** Removes a visitor's input from a failure's message: the message may quote the query. */
function redact(message: string, { query = {} }: HttpRequest): string {
  const secrets = [query.q, query.country].filter((value) => value !== undefined && value !== "");
  return secrets
    .reduce<string>((text, value) => text.replaceAll(String(value), "•••"), message)
    .replace(WALLET, "•••");
}

/** A wallet address, in upper or lower case. */
const WALLET = /0x[0-9a-f]{6,}/gi;

async function baseUrlOf({ baseUrl }: HttpClientOptions, deadline: Deadline): Promise<string> {
  if (typeof baseUrl === "string") return baseUrl;
  const url = baseUrl().catch((cause: unknown) => {
    throw connectionError(cause, false);
  });
  return until(deadline.over, url, () => timeoutError(deadline, false));
}
