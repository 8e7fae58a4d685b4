import { once } from "node:events";
import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { Agent, buildConnector, request as send, type Dispatcher, type FormData } from "undici";
import type { Logger } from "../process/logger.server";
import { flattened, ANSWER_LIMIT, readAnswerBody, readRetryAfter, wordsIn } from "./answer.server";
import { createBreaker, type BreakerState } from "./breaker.server";
import {
  API_REQUEST_FAILED,
  errorCode,
  httpErrorText,
  noAnswer,
  noConnection,
  UpstreamError,
  wasRejected,
} from "./upstream-error.server";

export interface HttpRequest {
  method: "GET" | "POST" | "DELETE";
  /** Path below the upstream's base URL, with a leading slash. */
  path: string;
  query?: Readonly<Record<string, string | number>> | undefined;
  /** A text is JSON. */
  body?: string | FormData;
  headers?: Readonly<Record<string, string>>;
}

/** Reads the JSON of a success. @throws UpstreamError `invalid` */
type Reader<T> = (json: unknown) => T;

/** Why a call failed, and when. `cause`: why there was no connection, a code such as `ENOTFOUND`. */
type LastFailure = Pick<UpstreamError, "kind" | "status" | "message"> & {
  at: number;
  cause: string | undefined;
};

/** What is known of an upstream. A read that a visitor chose says nothing of it: the choice may be why it failed. */
export interface UpstreamState {
  name: string;
  breaker: BreakerState;
  /** Epoch milliseconds of the last success. */
  lastSuccess: number | null;
  lastFailure: LastFailure | null;
}

export type OnCall = (call: { upstream: string; outcome: string }, seconds: number) => void;

export interface HttpClientOptions {
  /** The name in logs, metrics and `/readyz`. */
  name: string;
  /** Has no trailing slash. A promise when the URL is unknown until start-up has ended. */
  baseUrl: string | Promise<string>;
  /** Longest wait in milliseconds for one answer, body included. */
  timeoutMs: number;
  logger?: Logger;
  /** Called after each attempt with how it ended. */
  onCall?: OnCall;
}

/** Calls to one upstream, which reject only with an UpstreamError. */
export type HttpClient = ReturnType<typeof createHttpClient>;

/** The wait before a second try has a random part, so that callers do not retry all at once. */
const RETRY_AFTER_MS = 50;
const RETRY_JITTER_MS = 200;

/** Whether an error means that nobody answered for the upstream. A 500 does not, because the query may have caused it. */
const isUnavailable = ({ kind, status }: UpstreamError) =>
  kind === "connection" || [502, 503, 504].includes(status ?? 0);

/** Creates a client. Its breaker hears the reads of default views alone, and stops all reads. */
export function createHttpClient(options: HttpClientOptions) {
  const { name, baseUrl, timeoutMs, logger, onCall } = options;
  // For each address of a host. Node's 250 ms are too short for a slow path beside an IPv6 address that leads nowhere.
  setDefaultAutoSelectFamilyAttemptTimeout(1_000);
  const agent = new Agent({ maxResponseSize: ANSWER_LIMIT });
  let lastSuccess: number | null = null;
  let lastFailure: LastFailure | null = null;
  /** A failure to connect, which is over as soon as a connection is taken. */
  let failedTry: LastFailure | null = null;
  const refuse = () =>
    new UpstreamError("circuit-open", lastFailure?.message ?? API_REQUEST_FAILED);
  const breaker = createBreaker({
    isFault: (error) =>
      error instanceof UpstreamError && (isUnavailable(error) || error.kind === "timeout"),
    restMs: (error) => (error instanceof UpstreamError && error.retryAfterMs) || 0,
    refuse,
    onChange: (state) => logger?.warn({ upstream: name, breaker: state }, "circuit breaker"),
  });

  /** Sends a request once, counts and logs how it ended. */
  async function attempt<T>(request: HttpRequest, isChosen: boolean, read: Reader<T>): Promise<T> {
    const started = performance.now();
    try {
      const answer = read(await exchange(options, agent, request));
      onCall?.({ upstream: name, outcome: "ok" }, secondsSince(started));
      if (!isChosen) lastSuccess = Date.now();
      return answer;
    } catch (error) {
      note(error as UpstreamError, request, isChosen, started);
      throw error;
    }
  }

  function note(
    error: UpstreamError,
    { method, path }: { method: string; path: string },
    isChosen: boolean,
    started: number,
  ): void {
    const { kind, status, retryAfterMs } = error;
    const outcome = outcomeOf(error);
    const seconds = secondsSince(started);
    onCall?.({ upstream: name, outcome }, seconds);
    const call = { upstream: name, method, path };
    if (retryAfterMs !== undefined) {
      logger?.warn({ ...call, seconds: retryAfterMs / 1000 }, "upstream: asked to wait");
    }
    // The upstream works when it refuses a request.
    if (kind === "refused" || (status !== undefined && status >= 400 && status < 500)) return;
    // Answers to what a visitor chose or typed may quote it.
    const quotes = kind === "http" && (isChosen || method !== "GET");
    const message = quotes ? httpErrorText(status) : error.message;
    const cause = errorCode(error.cause);
    if (!isChosen) lastFailure = { at: Date.now(), kind, status, message, cause };
    logger?.warn({ ...call, outcome, seconds, reason: message, cause }, "upstream");
  }

  const readOnce = <T>(request: HttpRequest, isChosen: boolean, read: Reader<T>) =>
    breaker.execute(() => attempt(request, isChosen, read), !isChosen);

  /** Opens a connection and closes it. Only a failure is counted and logged, like that of a call. */
  async function tryConnection(): Promise<void> {
    const started = performance.now();
    try {
      await openConnection(await baseUrl, timeoutMs);
      if (lastFailure === failedTry) lastFailure = null;
    } catch (cause) {
      const error = noConnection(cause, false);
      note(error, { method: "CONNECT", path: "" }, false, started);
      failedTry = lastFailure;
      throw error;
    }
  }

  return {
    /**
     * Reads; retried once after a connection failure or 502, 503, 504 without `Retry-After`.
     *
     * @param isChosen whether a visitor chose the query, so that a failure may be due to the choice
     */
    async get<T>(
      path: string,
      query: HttpRequest["query"],
      isChosen: boolean,
      read: Reader<T>,
    ): Promise<T> {
      const request = { method: "GET", path, query } as const;
      try {
        return await readOnce(request, isChosen, read);
      } catch (error) {
        const failure = error as UpstreamError;
        if (!isUnavailable(failure) || failure.retryAfterMs !== undefined) throw failure;
      }
      await delay(RETRY_AFTER_MS + Math.random() * RETRY_JITTER_MS);
      return readOnce(request, isChosen, read);
    },
    /**
     * Sends a call that changes data; never retried.
     *
     * @throws UpstreamError `http` or `refused` with the upstream's own words as message, or an empty one
     */
    send: <T>(request: HttpRequest, read: Reader<T>) => attempt(request, false, read),
    tryConnection,
    state: (): UpstreamState => ({ name, breaker: breaker.state(), lastSuccess, lastFailure }),
    /** Closes all connections and aborts running calls. */
    close: () => agent.destroy(),
  };
}

/** Refusals with an outcome of their own: a wrong address or key causes them, not only a visitor. */
export const REFUSALS: readonly (number | undefined)[] = [400, 401, 403, 404, 405, 410];

/** `declined`: the upstream works and refused the request, for instance a mistyped code. */
function outcomeOf(error: UpstreamError): string {
  if (!wasRejected(error)) return error.kind;
  return REFUSALS.includes(error.status) ? `declined-${error.status}` : "declined";
}

/** Opens a connection to an address, with TLS for https, sends nothing over it, and closes it. */
async function openConnection(url: string, timeoutMs: number): Promise<void> {
  const { protocol, host, port, hostname } = new URL(url);
  const connect = promisify(buildConnector({ timeout: timeoutMs }));
  const target = { protocol, host, port, hostname: hostname.replace(/^\[(.*)\]$/, "$1") };
  (await connect(target))?.destroy();
}

const secondsSince = (started: number) => (performance.now() - started) / 1000;

/** Sends one request and reads the JSON of a success. Redirects are not followed. @throws UpstreamError */
async function exchange(
  { baseUrl, timeoutMs }: HttpClientOptions,
  agent: Agent,
  request: HttpRequest,
): Promise<unknown> {
  const { method, path, query, body = null, headers } = request;
  const signal = AbortSignal.timeout(timeoutMs);
  let sent = false;
  try {
    const late = () => once(signal, "abort").then(() => Promise.reject(new Error("too late")));
    const base = typeof baseUrl === "string" ? baseUrl : await Promise.race([baseUrl, late()]);
    const answer = await send(base + path, {
      dispatcher: agent.compose(notingStart(() => (sent = true))),
      method,
      ...(query && { query }),
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
    const json = await readAnswerBody(answer);
    if (status >= 200 && status <= 299 && flattened(json).success !== false) return json;
    // Forms know one kind of wait, that of 429.
    const mayWait = method === "GET" || status === 429;
    const retryAfter = mayWait ? answer.headers["retry-after"] : undefined;
    const retryAfterMs = readRetryAfter(status, retryAfter, Date.now());
    const isHtml = /html/i.test(String(answer.headers["content-type"]).slice(0, 100));
    throw refusal(status, wordsIn(json), method === "GET", { isHtml, retryAfterMs });
  } catch (error) {
    if (error instanceof UpstreamError) throw error;
    throw signal.aborted ? noAnswer(timeoutMs, sent) : noConnection(error, sent);
  }
}

/** The error for a status outside 2xx, or for `success: false`. The message of a read's error is never empty. */
function refusal(
  status: number,
  words: string | null,
  isRead: boolean,
  details: { isHtml: boolean; retryAfterMs: number | undefined },
): UpstreamError {
  const kind = status < 300 ? "refused" : "http";
  const text = kind === "http" ? httpErrorText(status, words) : (words ?? API_REQUEST_FAILED);
  return new UpstreamError(kind, isRead ? text : (words ?? ""), { status, ...details });
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
