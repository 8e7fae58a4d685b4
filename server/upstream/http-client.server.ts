import { Agent } from "undici";
import { networkUnderWay, traceHeaders } from "../process/request-context.server";
import type { Logger } from "../process/logger.server";
import type { BreakerState } from "../resilience/breaker.server";
import { CONNECTIONS, createCallPolicies, type Asker } from "./call-policies.server";
import { startDeadline, until, type Deadline } from "../resilience/deadline.server";
import { API_REQUEST_FAILED, httpErrorText } from "./upstream-text.server";
import {
  exchange,
  noAnswer,
  noConnection,
  type HttpAnswer,
  type HttpRequest,
} from "./http-attempt.server";
import {
  errorCode,
  isDeclined,
  ownFault,
  UpstreamError,
  type UpstreamFailure,
} from "./upstream-error.server";

export interface UpstreamCall {
  upstream: string;
  method: HttpRequest["method"];
  /** The path that was asked for, without a query: one of the few that the product knows. */
  endpoint: string;
  /** `declined`: the upstream is well and refused the request, for instance a mistyped code. */
  outcome: "ok" | "declined" | UpstreamFailure;
  seconds: number;
}

/** What was wrong with an attempt; `message` may quote the upstream. */
export interface UpstreamFault {
  kind: UpstreamFailure;
  /** The upstream's, when it answered. */
  status?: number | undefined;
  message: string;
  /** Why there was no connection, or why it broke off: a code such as `ENOTFOUND` or `CERT_HAS_EXPIRED`. */
  cause?: string | undefined;
}

export interface UpstreamState {
  name: string;
  breaker: BreakerState;
  /** Epoch milliseconds of the last answer that was no fault. If some calls are for everybody, they alone count. */
  lastSuccess: number | null;
  lastFailure: (UpstreamFault & { at: number }) | null;
  /** Epoch milliseconds of the first fault since the last success; null when there was none. */
  failingSince: number | null;
}

export interface HttpClientOptions {
  /** The name in logs, metrics and `/readyz`. */
  name: string;
  /** Has no trailing slash. It is a function when it is not known before start-up has ended. */
  baseUrl: string | (() => Promise<string>);
  /** Longest wait in milliseconds for one answer, including our own queue, a second try and the body. */
  timeoutMs: number;
  logger?: Logger;
  /**
   * Whether every call is chosen by a visitor, and no cache remembers its failure: faults then open a breaker for the
   * client network that asked, and for nobody else.
   */
  breakerPerNetwork?: boolean;
  /** Whether the service belongs to another company, which gets no trace headers (W3C Trace Context). */
  foreign?: boolean;
  /** Whether a failing answer may name a person. Its text then stays out of logs and `/readyz`. */
  privateAnswers?: boolean;
  /** Called after each attempt that was sent. */
  onCall?: (call: UpstreamCall) => void;
}

/** Called for each try when it has its slot. When it rejects, nothing is sent and the call rejects with the same error. */
export type BeforeSend = () => Promise<void>;

/** Calls to one upstream. Both methods reject with an UpstreamError and nothing else. */
export interface HttpClient {
  /**
   * Reads the JSON of a 2xx answer; tried once more after a connection failure or 502, 503, 504.
   *
   * @param forEverybody whether all visitors are shown the answer; others wait in the turns of their client network
   */
  get(
    path: string,
    query?: HttpRequest["query"],
    forEverybody?: boolean,
    beforeSend?: BeforeSend,
  ): Promise<unknown>;
  /** Changes something; never retried. Resolves with any complete answer, so that its message can be read. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  state(): UpstreamState;
  /** Closes idle connections and breaks the others. */
  close(): Promise<void>;
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { name, timeoutMs, logger, breakerPerNetwork = false } = options;
  const dispatcher = new Agent({ connections: CONNECTIONS, pipelining: 1 });

  const policies = createCallPolicies({
    breakerPerNetwork,
    // Where all calls are chosen, the last failure may be about what another visitor asked for.
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

  const traced = (request: HttpRequest): HttpRequest => {
    if (options.foreign) return request;
    return { ...request, headers: { ...traceHeaders(), ...request.headers } };
  };

  /** Sends a call once, and counts and logs its outcome. A chosen call changes the state only if all are chosen. */
  async function attempt(
    request: HttpRequest,
    deadline: Deadline,
    asker: Asker,
    onSent: () => void,
  ): Promise<HttpAnswer> {
    const started = performance.now();
    const judges = asker === "everybody" || breakerPerNetwork;
    const { method, path } = request;
    const record = (outcome: UpstreamCall["outcome"], fault: UpstreamFault | null) => {
      const seconds = (performance.now() - started) / 1000;
      options.onCall?.({ upstream: name, method, endpoint: path || "/", outcome, seconds });
      if (judges) noteState(fault);
      if (fault === null) return;
      const { message: reason, cause } = fault;
      logger?.warn({ upstream: name, method, path, outcome, seconds, reason, cause }, "upstream");
    };
    try {
      const baseUrl = await baseUrlOf(options, deadline);
      const answer = await exchange(dispatcher, baseUrl, traced(request), deadline, onSent);
      const said = options.privateAnswers ? undefined : answer.body;
      const { status, retryAfterMs } = answer;
      if (retryAfterMs !== undefined) {
        const seconds = retryAfterMs / 1000;
        logger?.warn({ upstream: name, method, path, seconds }, "upstream: left alone");
      }
      const message = () => unquoted(httpErrorText(status, said), request);
      const fault = status >= 500 ? { kind: "http" as const, status, message: message() } : null;
      record(status < 400 ? "ok" : isDeclined(status) ? "declined" : "http", fault);
      return answer;
    } catch (error) {
      const failure = error instanceof UpstreamError ? error : ownFault(error, true);
      const { kind, status, message, cause } = failure;
      if (kind === "internal") logOwnFault(request, cause);
      else record(kind, { kind, status, message, cause: errorCode(cause) });
      throw failure;
    }
  }

  /** Logs three fields of the error alone: others that Node adds may hold what somebody typed. */
  function logOwnFault({ method, path }: HttpRequest, error: unknown): void {
    const { name: fault, message, stack } = error instanceof Error ? error : new Error("no Error");
    const said = { name: fault, message, stack };
    logger?.error({ upstream: name, method, path, ...said }, "upstream: a fault of our own");
  }

  /** The one way of a call: deadline, slot, breaker, attempt. */
  async function call(
    request: HttpRequest,
    asker: Asker,
    retry: boolean,
    beforeSend?: BeforeSend,
  ): Promise<HttpAnswer> {
    const deadline = startDeadline(timeoutMs);
    const send = async (onSent: () => void) => {
      await beforeSend?.();
      return attempt(request, deadline, asker, onSent);
    };
    try {
      return await policies.send(send, asker, deadline, retry);
    } finally {
      deadline.end();
    }
  }

  const visitor = (): Asker => ({ network: networkUnderWay() });

  return {
    async get(path, query, forEverybody = query === undefined, beforeSend?) {
      const asker = forEverybody && !breakerPerNetwork ? "everybody" : visitor();
      const request: HttpRequest = { method: "GET", path, query };
      const { status, body, retryAfterMs } = await call(request, asker, true, beforeSend);
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

/** Removes from a failure's message what somebody may have typed into the query: the message may quote it. */
function unquoted(message: string, { query = {} }: HttpRequest): string {
  const typed = [query.q, query.country].filter((value) => value !== undefined && value !== "");
  return typed
    .reduce<string>((text, value) => text.replaceAll(String(value), "•••"), message)
    .replace(WALLET, "•••");
}

/** A wallet, in any spelling. */
const WALLET = /0x[0-9a-f]{6,}/gi;

async function baseUrlOf({ baseUrl }: HttpClientOptions, deadline: Deadline): Promise<string> {
  if (typeof baseUrl === "string") return baseUrl;
  const known = baseUrl().catch((cause: unknown) => {
    throw noConnection(cause, false);
  });
  return until(deadline.over, known, () => noAnswer(deadline, false));
}
