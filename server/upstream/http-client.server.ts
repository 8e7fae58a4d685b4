import { BrokenCircuitError } from "cockatiel";
import { Agent } from "undici";
import { EVERYBODY, networkUnderWay } from "../http/request-context.server";
import type { Logger } from "../logger.server";
import { createCallPolicies, MAX_CONCURRENT, type BreakerState } from "./retry-and-breaker.server";
import { startDeadline, until, type Deadline } from "./deadline.server";
import { API_REQUEST_FAILED, httpErrorText } from "./upstream-text.server";
import {
  exchange,
  noAnswer,
  noConnection,
  type HttpAnswer,
  type HttpRequest,
} from "./http-attempt.server";
import { isDeclined, UpstreamError, type UpstreamFailure } from "./upstream-error.server";

export interface UpstreamCall {
  upstream: string;
  method: HttpRequest["method"];
  /** The path that was asked for, without a query: one of the few that the product knows. */
  endpoint: string;
  /** `declined`: the upstream is well and said no, as to a code that was mistyped. */
  outcome: "ok" | "declined" | UpstreamFailure;
  seconds: number;
}

/** What was wrong with an attempt; `message` may quote the upstream. */
export interface UpstreamFault {
  kind: UpstreamFailure;
  /** The upstream's, when it answered. */
  status?: number | undefined;
  message: string;
}

export interface UpstreamState {
  name: string;
  breaker: BreakerState;
  /** Epoch milliseconds of the last answer that was no fault. */
  lastSuccess: number | null;
  lastFailure: (UpstreamFault & { at: number }) | null;
  /** Epoch milliseconds of the first fault since the last success; null when there was none. */
  failingSince: number | null;
}

export interface HttpClientOptions {
  /** What logs, metrics and `/readyz` call this upstream. */
  name: string;
  /** Without a trailing slash; a function when it is not known before start-up has ended. */
  baseUrl: string | (() => Promise<string>);
  /** Longest wait in milliseconds for one answer: our own queue, a second try and its body included. */
  timeoutMs: number;
  logger?: Logger;
  /** Whether an upstream that keeps failing is left alone; true unless told. */
  breaker?: boolean;
  /** Whether reads are retried once; true unless told. */
  retry?: boolean;
  /** Whether what a failing answer says may name a person: it then stays out of logs and `/readyz`. */
  privateAnswers?: boolean;
  /** Called after each attempt that was sent. */
  onCall?: (call: UpstreamCall) => void;
}

/** Calls to one upstream. Both methods reject with an UpstreamError and nothing else. */
export interface HttpClient {
  /**
   * Reads; retried once after a connection failure or 502, 503, 504.
   *
   * @param forEverybody whether all visitors are shown the answer; what one of them chose waits in the turns of the
   *   client network that asked
   * @returns the parsed JSON of a 2xx answer
   */
  get(path: string, query?: HttpRequest["query"], forEverybody?: boolean): Promise<unknown>;
  /** Changes something; never retried. Resolves with any complete answer, so that its message can be read. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  state(): UpstreamState;
  /** Closes idle connections and breaks the others. */
  close(): Promise<void>;
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { name, timeoutMs, logger } = options;
  const dispatcher = new Agent({ connections: MAX_CONCURRENT, pipelining: 1 });

  const policies = createCallPolicies(
    { breaker: options.breaker !== false, retry: options.retry !== false },
    (breaker) => logger?.warn({ upstream: name, breaker }, "circuit breaker"),
  );

  let lastSuccess: number | null = null;
  let lastFailure: UpstreamState["lastFailure"] = null;
  let failingSince: number | null = null;

  async function attempt(request: HttpRequest, deadline: Deadline): Promise<HttpAnswer> {
    const started = performance.now();
    const record = (outcome: UpstreamCall["outcome"], fault: UpstreamFault | null) => {
      const seconds = (performance.now() - started) / 1000;
      const { method, path } = request;
      options.onCall?.({ upstream: name, method, endpoint: path || "/", outcome, seconds });
      if (fault === null) {
        lastSuccess = Date.now();
        failingSince = null;
        return;
      }
      lastFailure = { at: Date.now(), ...fault };
      failingSince ??= lastFailure.at;
      const reason = fault.message;
      logger?.warn({ upstream: name, method, path, outcome, seconds, reason }, "upstream");
    };
    try {
      const baseUrl = await baseUrlOf(options, deadline);
      const answer = await exchange(dispatcher, baseUrl, request, deadline);
      const said = options.privateAnswers ? undefined : answer.body;
      const { status } = answer;
      const fault: UpstreamFault | null =
        status >= 500
          ? { kind: "http", status, message: unquoted(httpErrorText(status, said), request) }
          : null;
      if (answer.retryAfterMs !== undefined) {
        const { method, path } = request;
        const seconds = answer.retryAfterMs / 1000;
        logger?.warn({ upstream: name, method, path, seconds }, "upstream: left alone");
      }
      record(status < 400 ? "ok" : isDeclined(status) ? "declined" : "http", fault);
      return answer;
    } catch (error) {
      if (error instanceof UpstreamError) {
        const { kind, status, message } = error;
        record(kind, { kind, status, message });
      }
      throw error;
    }
  }

  function rejectAsUpstreamError(error: unknown): never {
    if (error instanceof UpstreamError) throw error;
    if (error instanceof BrokenCircuitError) {
      throw new UpstreamError("circuit-open", lastFailure?.message ?? API_REQUEST_FAILED);
    }
    throw noConnection(error, true);
  }

  async function withinDeadline(
    call: (deadline: Deadline) => Promise<HttpAnswer>,
  ): Promise<HttpAnswer> {
    const deadline = startDeadline(timeoutMs);
    try {
      return await call(deadline).catch(rejectAsUpstreamError);
    } finally {
      deadline.end();
    }
  }

  return {
    async get(path, query, forEverybody = query === undefined) {
      const request: HttpRequest = { method: "GET", path, query };
      const network = forEverybody ? EVERYBODY : networkUnderWay();
      const { status, body, retryAfterMs } = await withinDeadline((deadline) =>
        policies.retried(() => attempt(request, deadline), deadline, network),
      );
      if (status >= 400) {
        throw new UpstreamError("http", httpErrorText(status, body), { status, retryAfterMs });
      }
      return body;
    },
    send: (request) =>
      withinDeadline((deadline) =>
        policies.once(() => attempt(request, deadline), deadline, networkUnderWay()),
      ),
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

/** What is said of a failure without what was asked for, which it may quote and somebody may have typed. */
function unquoted(message: string, { query = {} }: HttpRequest): string {
  const typed = Object.values(query).filter((value) => typeof value === "string" && value !== "");
  return typed
    .reduce<string>((text, value) => text.replaceAll(String(value), "•••"), message)
    .replace(WALLET, "•••");
}

/** However an upstream spells it. */
const WALLET = /0x[0-9a-f]{6,}/gi;

async function baseUrlOf({ baseUrl }: HttpClientOptions, deadline: Deadline): Promise<string> {
  if (typeof baseUrl === "string") return baseUrl;
  const known = baseUrl().catch((cause: unknown) => {
    throw noConnection(cause, false);
  });
  return until(deadline.over, known, () => noAnswer(deadline, false));
}
