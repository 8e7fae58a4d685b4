import { setTimeout as delay } from "node:timers/promises";
import { Agent, request as send, type Dispatcher, type FormData } from "undici";
import type { Logger } from "../process/logger.server";
import { createBreaker, type BreakerState, type Outcome } from "../resilience/breaker.server";
import { allowSlowConnections } from "../resilience/connect-attempts.server";
import { readRetryAfter } from "../resilience/cool-down.server";
import { mostBytes, readAnswerBody } from "./answer-body.server";
import {
  errorCode,
  isRejectionStatus,
  noAnswer,
  noConnection,
  UpstreamError,
  type UpstreamFailure,
} from "./upstream-error.server";
import { API_REQUEST_FAILED, flattened, httpErrorText, wordsIn } from "./upstream-text.server";

export interface HttpRequest {
  method: "GET" | "POST" | "DELETE";
  /** Path below the upstream's base URL, with a leading slash. */
  path: string;
  query?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** A text is JSON. */
  body?: string | FormData;
  headers?: Readonly<Record<string, string>>;
}

/** A complete answer. `body` is the parsed JSON; undefined when it is empty, or when a failure has another body. */
interface HttpAnswer {
  status: number;
  body: unknown;
  /** The cool-down in milliseconds that the upstream asks for. */
  retryAfterMs: number | undefined;
}

export interface UpstreamCall {
  upstream: string;
  /** `declined`: the upstream works and refused the request, for instance a mistyped code. */
  outcome: "ok" | "declined" | UpstreamFailure;
  /** HTTP status of the answer, if one came. */
  status?: number | undefined;
  seconds: number;
}

/** What is known of an upstream. A read that a visitor chose says nothing of it: the choice may be why it failed. */
export interface UpstreamState {
  name: string;
  breaker: BreakerState;
  /** Epoch milliseconds of the last answer that was no fault. */
  lastSuccess: number | null;
  /** Why a call failed, and when. `cause`: why there was no connection, a code such as `ENOTFOUND`. */
  lastFailure:
    | (Pick<UpstreamError, "kind" | "status" | "message"> & {
        at: number;
        cause?: string | undefined;
      })
    | null;
}

export interface HttpClientOptions {
  /** The name in logs, metrics and `/readyz`. */
  name: string;
  /** Has no trailing slash. A function when the URL is unknown until start-up has ended. */
  baseUrl: string | (() => Promise<string>);
  /** Longest wait in milliseconds for one answer, body included. */
  timeoutMs: number;
  logger?: Logger;
  /** Called after each attempt that was sent. */
  onCall?: (call: UpstreamCall) => void;
}

/** Calls to one upstream. Both methods resolve with the JSON of a success, and reject only with an UpstreamError. */
export interface HttpClient {
  /**
   * Reads; retried once after a connection failure or 502, 503, 504.
   *
   * @param isChosen whether a visitor chose the query, so that a failure may be due to the choice
   */
  get(path: string, query?: HttpRequest["query"], isChosen?: boolean): Promise<unknown>;
  /**
   * Sends a call that changes data; never retried.
   *
   * @throws UpstreamError `http` or `refused` with the upstream's own words as message, or an empty one
   */
  send(request: HttpRequest): Promise<unknown>;
  state(): UpstreamState;
  /** Closes all connections and aborts running calls. */
  close(): Promise<void>;
}

/** The wait before a second try has a random part, so that callers do not retry all at once. */
const RETRY_AFTER_MS = 50;
const RETRY_JITTER_MS = 200;

const isUnavailable = ({ status }: HttpAnswer) => [502, 503, 504].includes(status);

/** Whether an outcome speaks against the upstream. A 500 does not, because the query may have caused it. */
const isFault = (outcome: Outcome<HttpAnswer>) =>
  "value" in outcome
    ? isUnavailable(outcome.value)
    : outcome.error instanceof UpstreamError &&
      ["connection", "timeout"].includes(outcome.error.kind);

/** Creates a client. Its breaker hears the reads of default views alone, and stops all reads. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { name, logger, onCall } = options;
  allowSlowConnections();
  const agent = new Agent();
  let lastSuccess: number | null = null;
  let lastFailure: UpstreamState["lastFailure"] = null;
  const refuse = () =>
    new UpstreamError("circuit-open", lastFailure?.message ?? API_REQUEST_FAILED);
  const breaker = createBreaker<HttpAnswer>({
    isFault,
    refuse,
    onChange: (state) => logger?.warn({ upstream: name, breaker: state }, "circuit breaker"),
  });

  /** Sends a request once, counts and logs its outcome. */
  async function attempt(request: HttpRequest, isChosen: boolean): Promise<HttpAnswer> {
    const started = performance.now();
    const end = await exchange(options, agent, request).catch((error: UpstreamError) => error);
    note(request, isChosen, end, (performance.now() - started) / 1000);
    if (end instanceof UpstreamError) throw end;
    return end;
  }

  function note(
    { method, path }: HttpRequest,
    isChosen: boolean,
    end: HttpAnswer | UpstreamError,
    seconds: number,
  ): void {
    const { status, retryAfterMs } = end;
    const outcome = outcomeOf(end);
    onCall?.({ upstream: name, outcome, status, seconds });
    const call = { upstream: name, method, path };
    if (retryAfterMs !== undefined) {
      logger?.warn({ ...call, seconds: retryAfterMs / 1000 }, "upstream: left alone");
    }
    // Answers to what a visitor chose or typed may quote it.
    const fault = faultOf(end, method === "GET" && !isChosen);
    if (fault === null) {
      if (!isChosen) lastSuccess = Date.now();
      return;
    }
    const { kind, message } = fault;
    const cause = errorCode(fault.cause);
    if (!isChosen) lastFailure = { at: Date.now(), kind, status, message, cause };
    logger?.warn({ ...call, outcome, seconds, reason: message, cause }, "upstream");
  }

  /** Reads with a second try where one may help. */
  async function read(request: HttpRequest, isChosen: boolean): Promise<HttpAnswer> {
    const once = async () => {
      if (!isChosen) return breaker.execute(() => attempt(request, false));
      if (breaker.state() === "open") throw refuse();
      return attempt(request, true);
    };
    const first = once();
    const mayHelp = await first.then(
      isUnavailable,
      (error) => error instanceof UpstreamError && error.kind === "connection",
    );
    if (!mayHelp) return first;
    await delay(RETRY_AFTER_MS + Math.random() * RETRY_JITTER_MS);
    return once();
  }

  return {
    async get(path, query, isChosen = false) {
      return successIn(await read({ method: "GET", path, query }, isChosen), true);
    },
    async send(request) {
      return successIn(await attempt(request, false), false);
    },
    state: () => ({ name, breaker: breaker.state(), lastSuccess, lastFailure }),
    close: () => agent.destroy(),
  };
}

/** Sends one request and reads one JSON answer. Redirects are not followed. @throws UpstreamError */
async function exchange(
  { baseUrl, timeoutMs }: HttpClientOptions,
  agent: Agent,
  request: HttpRequest,
): Promise<HttpAnswer> {
  const { method, query = {}, body = null, headers } = request;
  const signal = AbortSignal.timeout(timeoutMs);
  let sent = false;
  try {
    const base =
      typeof baseUrl === "string" ? baseUrl : await Promise.race([baseUrl(), abortionOf(signal)]);
    const answer = await send(address(base, request), {
      dispatcher: agent.compose(notingStart(() => (sent = true))),
      method,
      headers: {
        accept: "application/json",
        "accept-encoding": "gzip",
        ...(typeof body === "string" && { "content-type": "application/json" }),
        ...headers,
      },
      body,
      signal,
      // Only the signal limits the time.
      headersTimeout: 0,
      bodyTimeout: 0,
      // A call that is not retried must not meet a kept connection that the upstream has dropped.
      reset: method !== "GET",
    });
    const status = answer.statusCode;
    return {
      status,
      body: await readAnswerBody(answer, mostBytes(Number(query.limit ?? 0))),
      retryAfterMs: readRetryAfter(status, answer.headers["retry-after"], Date.now()),
    };
  } catch (error) {
    if (error instanceof UpstreamError) throw error;
    throw signal.aborted ? noAnswer(timeoutMs, sent) : noConnection(error, sent);
  }
}

function abortionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("too late")), { once: true });
  });
}

/** @throws UpstreamError for a status outside 2xx or `success: false`; the words of a read's error are never empty */
function successIn({ status, body, retryAfterMs }: HttpAnswer, isRead: boolean): unknown {
  const words = wordsIn(body);
  if (status < 200 || status > 299) {
    const message = isRead ? httpErrorText(status, words) : (words ?? "");
    throw new UpstreamError("http", message, { status, retryAfterMs });
  }
  if (!isRefusal(body)) return body;
  throw new UpstreamError("refused", words ?? (isRead ? API_REQUEST_FAILED : ""), { status });
}

/** Whether an answer is a refusal, whatever its status. */
const isRefusal = (body: unknown) => flattened(body).success === false;

function outcomeOf(end: HttpAnswer | UpstreamError): UpstreamCall["outcome"] {
  if (end instanceof UpstreamError) return end.kind;
  if (end.status < 300) return isRefusal(end.body) ? "declined" : "ok";
  return isRejectionStatus(end.status) ? "declined" : "http";
}

/** The fault that an attempt's end shows; null for none. @param quotes whether its message has the upstream's words */
function faultOf(end: HttpAnswer | UpstreamError, quotes: boolean): UpstreamError | null {
  if (end instanceof UpstreamError) return end;
  const { status, body } = end;
  if (status < 300 || (status >= 400 && status < 500)) return null;
  return new UpstreamError("http", httpErrorText(status, quotes ? wordsIn(body) : null));
}

/** Calls back when the request is about to be written to a connection. Earlier failures certainly had no effect. */
function notingStart(onStart: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        onStart();
        handler.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...event) => handler.onRequestUpgrade?.(...event),
      onResponseStart: (...event) => handler.onResponseStart?.(...event),
      onResponseData: (...event) => handler.onResponseData?.(...event),
      onResponseEnd: (...event) => handler.onResponseEnd?.(...event),
      onResponseError: (...event) => handler.onResponseError?.(...event),
    });
}

function address(baseUrl: string, { path, query = {} }: HttpRequest): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${baseUrl}${path}?${search}` : `${baseUrl}${path}`;
}
