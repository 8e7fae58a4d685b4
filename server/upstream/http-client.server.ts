import { setTimeout as delay } from "node:timers/promises";
import { Agent, FormData, request as send, type Dispatcher } from "undici";
import { currentNetwork } from "../process/request-context.server";
import type { Logger } from "../process/logger.server";
import { createBreaker, type BreakerState, type Outcome } from "../resilience/breaker.server";
import { allowSlowConnections } from "../resilience/connect-attempts.server";
import { readRetryAfter } from "../resilience/cool-down.server";
import { createNetworkSlots } from "../resilience/network-slots.server";
import { mostBytes, readAnswerBody } from "./answer-body.server";
import {
  busy,
  callFailure,
  circuitOpen,
  connectionError,
  errorCode,
  isRejectionStatus,
  UpstreamError,
  type UpstreamFailure,
} from "./upstream-error.server";
import { API_REQUEST_FAILED, httpErrorText } from "./upstream-text.server";

export interface HttpRequest {
  method: "GET" | "POST" | "DELETE";
  /** Path below the upstream's base URL, with a leading slash. */
  path: string;
  query?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** A JSON body. */
  json?: unknown;
  /** A multipart form body. */
  form?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
}

/** A complete answer. `body` is the parsed JSON; undefined when it is empty, or when a failure has another body. */
export interface HttpAnswer {
  status: number;
  body: unknown;
  /** The cool-down in milliseconds that the upstream asks for. */
  retryAfterMs?: number | undefined;
}

export interface UpstreamCall {
  upstream: string;
  /** `declined`: the upstream works and refused the request, for instance a mistyped code. */
  outcome: "ok" | "declined" | UpstreamFailure;
  /** HTTP status of the answer, if one came. */
  status?: number | undefined;
  seconds: number;
}

/** Why a call failed; `message` may quote the upstream. */
interface UpstreamFault {
  /** Epoch milliseconds. */
  at: number;
  kind: UpstreamFailure;
  /** HTTP status of the upstream, when it answered. */
  status?: number | undefined;
  message: string;
  /** Why there was no connection, or why it broke off: a code such as `ENOTFOUND` or `CERT_HAS_EXPIRED`. */
  cause?: string | undefined;
}

/** What is known of an upstream. A read that a visitor chose says nothing of it: the choice may be why it failed. */
export interface UpstreamState {
  name: string;
  breaker: BreakerState;
  /** Epoch milliseconds of the last answer that was no fault. */
  lastSuccess: number | null;
  lastFailure: UpstreamFault | null;
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

/** Calls to one upstream. Both methods reject only with an UpstreamError. */
export interface HttpClient {
  /**
   * Reads the JSON of a 2xx answer; retried once after a connection failure or 502, 503, 504.
   *
   * @param isChosen whether a visitor chose the query; such calls wait for other calls of their client network
   */
  get(path: string, query?: HttpRequest["query"], isChosen?: boolean): Promise<unknown>;
  /** Sends a call that changes data; never retried. Resolves with any complete answer, whatever its status. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  state(): UpstreamState;
  /** Closes all connections and aborts running calls. */
  close(): Promise<void>;
}

/** The wait before a second try has a random part, so that callers do not retry all at once. */
const RETRY_AFTER_MS = 50;
const RETRY_JITTER_MS = 200;

const isUnavailable = ({ status }: HttpAnswer) => [502, 503, 504].includes(status);

const isFailure = (error: unknown, ...kinds: UpstreamFailure[]) =>
  error instanceof UpstreamError && kinds.includes(error.kind);

/** Whether an outcome speaks against the upstream. A 500 does not, because the query may have caused it. */
const isFault = (outcome: Outcome<HttpAnswer>) =>
  "value" in outcome
    ? isUnavailable(outcome.value)
    : isFailure(outcome.error, "connection", "timeout");

/** Creates a client. Its breaker hears the reads of default views alone, and stops all reads. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { name, timeoutMs, logger } = options;
  allowSlowConnections();
  const dispatcher = new Agent();
  // A call that gets its slot late still has half of the time.
  const slots = createNetworkSlots(timeoutMs / 2, busy);
  const refuse = () => circuitOpen(lastFailure?.message ?? API_REQUEST_FAILED);
  const breaker = createBreaker<HttpAnswer>({
    isFault,
    refuse,
    onChange: (state) => logger?.warn({ upstream: name, breaker: state }, "circuit breaker"),
  });
  let lastSuccess: number | null = null;
  let lastFailure: UpstreamFault | null = null;

  /** Sends a request once, counts and logs its outcome. */
  async function attempt(request: HttpRequest, isChosen: boolean): Promise<HttpAnswer> {
    const started = performance.now();
    const { method, path } = request;
    const record = (
      outcome: UpstreamCall["outcome"],
      fault?: Omit<UpstreamFault, "at">,
      status = fault?.status,
    ) => {
      const seconds = (performance.now() - started) / 1000;
      options.onCall?.({ upstream: name, outcome, status, seconds });
      if (!isChosen && fault) lastFailure = { at: Date.now(), ...fault };
      else if (!isChosen) lastSuccess = Date.now();
      if (!fault) return;
      const { message: reason, cause } = fault;
      logger?.warn({ upstream: name, method, path, outcome, seconds, reason, cause }, "upstream");
    };
    try {
      const answer = await exchange(request, AbortSignal.timeout(timeoutMs));
      const { status, body, retryAfterMs } = answer;
      if (retryAfterMs !== undefined) {
        const seconds = retryAfterMs / 1000;
        logger?.warn({ upstream: name, method, path, seconds }, "upstream: left alone");
      }
      // The answer to a form may quote what a person typed.
      const message = withoutQuery(httpErrorText(status, method === "GET" && body), request);
      const isDeclined = status < 400 ? saysNo(body) : isRejectionStatus(status);
      const outcome = isDeclined ? "declined" : status < 400 ? "ok" : "http";
      record(outcome, status >= 500 ? { kind: "http", status, message } : undefined, status);
      return answer;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const { kind, status, message, cause } = error;
      if (kind === "internal") logOwnFault(request, cause);
      else record(kind, { kind, status, message, cause: errorCode(cause) });
      throw error;
    }
  }

  /** Logs only three fields of the error: others that Node adds may contain what a visitor typed. */
  function logOwnFault({ method, path }: HttpRequest, error: unknown): void {
    const { name: fault, message, stack } = error instanceof Error ? error : new Error("no Error");
    const fields = { name: fault, message, stack };
    logger?.error({ upstream: name, method, path, ...fields }, "upstream: a fault of our own");
  }

  /** Sends one request and reads one JSON answer. Redirects are not followed. @throws UpstreamError */
  async function exchange(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    let sent = false;
    try {
      const baseUrl = await baseUrlOf(options, signal);
      const answer = await send(address(baseUrl, request), {
        dispatcher: dispatcher.compose(notingStart(() => (sent = true))),
        method: request.method,
        headers: headersOf(request),
        body: bodyOf(request) ?? null,
        signal,
        // Only the signal limits the time.
        headersTimeout: 0,
        bodyTimeout: 0,
        // A call that is not retried must not meet a kept connection that the upstream has dropped.
        reset: request.method !== "GET",
      });
      const body = await readAnswerBody(answer, mostBytes(Number(request.query?.limit ?? 0)));
      const status = answer.statusCode;
      if (status >= 300 && status < 400) {
        throw new UpstreamError("http", httpErrorText(status, undefined), { status });
      }
      const retryAfterMs = readRetryAfter(status, answer.headers["retry-after"], Date.now());
      return { status, body, retryAfterMs };
    } catch (error) {
      throw callFailure(error, { sent, timedOut: signal.aborted, timeoutMs });
    }
  }

  /** Reads with a second try where one may help. */
  async function read(request: HttpRequest, isChosen: boolean): Promise<HttpAnswer> {
    const once = async () => {
      if (!isChosen) return breaker.execute(() => attempt(request, false));
      if (breaker.state() === "open") throw refuse();
      return attempt(request, true);
    };
    const first = once();
    const mayHelp = await first.then(isUnavailable, (error: unknown) =>
      isFailure(error, "connection"),
    );
    if (!mayHelp) return first;
    await delay(RETRY_AFTER_MS + Math.random() * RETRY_JITTER_MS);
    return once();
  }

  const inTurn = <T>(call: () => Promise<T>) => slots.run(currentNetwork(), call);

  return {
    async get(path, query, isChosen = false) {
      const request: HttpRequest = { method: "GET", path, query };
      const call = () => read(request, isChosen);
      const { status, body, retryAfterMs } = await (isChosen ? inTurn(call) : call());
      if (status >= 400) {
        throw new UpstreamError("http", httpErrorText(status, body), { status, retryAfterMs });
      }
      return body;
    },
    send: (request) => inTurn(() => attempt(request, false)),
    state: () => ({ name, breaker: breaker.state(), lastSuccess, lastFailure }),
    close: () => dispatcher.destroy(),
  };
}

/** Whether an answer is a refusal, whatever its status. */
const saysNo = (body: unknown) => (body as { success?: unknown } | null)?.success === false;

async function baseUrlOf({ baseUrl }: HttpClientOptions, signal: AbortSignal): Promise<string> {
  if (typeof baseUrl === "string") return baseUrl;
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("too late")), { once: true });
  });
  const url = baseUrl().catch((cause: unknown) => {
    throw connectionError(cause, false);
  });
  return Promise.race([url, late]);
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
  const present = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(present.map(([name, value]) => [name, String(value)]));
  return search.size > 0 ? `${baseUrl}${path}?${search}` : `${baseUrl}${path}`;
}

function headersOf(request: HttpRequest): Record<string, string> {
  return {
    accept: "application/json",
    "accept-encoding": "gzip",
    ...(request.json === undefined ? {} : { "content-type": "application/json" }),
    ...request.headers,
  };
}

function bodyOf({ json, form }: HttpRequest): string | FormData | undefined {
  if (json !== undefined) return JSON.stringify(json);
  if (form === undefined) return undefined;
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) data.set(name, value);
  return data;
}

/** A wallet address, in upper or lower case. */
const WALLET = /0x[0-9a-f]{6,}/gi;

/** Removes a visitor's input from a failure's message: the message may quote the query. */
function withoutQuery(message: string, { query = {} }: HttpRequest): string {
  return [query.q, query.country]
    .filter((value) => value !== undefined && value !== "")
    .reduce<string>((text, value) => text.replaceAll(String(value), "•••"), message)
    .replace(WALLET, "•••");
}
