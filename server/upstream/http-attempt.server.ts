import { FormData, request as send, type Dispatcher } from "undici";
import { answerBounds, readAnswerBody } from "./answer-body.server";
import type { Deadline } from "../resilience/deadline.server";
import { readRetryAfter } from "../resilience/cool-down.server";
import { API_REQUEST_FAILED, httpErrorText } from "./upstream-text.server";
import { errorCode, ownFault, UpstreamError } from "./upstream-error.server";

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

/**
 * Sends one request and reads one JSON answer. Redirects are not followed, and no cookies are stored or sent.
 *
 * @param onSent called when a connection exists and the request is about to be written to it
 * @returns the answer, whatever its status, except redirects
 * @throws UpstreamError `timeout`, `connection`, `too-large`, `invalid` (a 2xx that is not JSON) or `http` (a redirect)
 */
export async function exchange(
  dispatcher: Dispatcher,
  baseUrl: string,
  request: HttpRequest,
  deadline: Deadline,
  onSent: () => void,
): Promise<HttpAnswer> {
  let sent = false;
  const noteSent = () => {
    sent = true;
    onSent();
  };
  try {
    const answer = await send(address(baseUrl, request), {
      dispatcher: withSentCallback(dispatcher, noteSent),
      method: request.method,
      headers: headersOf(request),
      body: bodyOf(request) ?? null,
      signal: deadline.over,
      // Only the deadline above limits the time.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const body = await readAnswerBody(answer, answerBounds(Number(request.query?.limit ?? 0)));
    const status = answer.statusCode;
    if (status >= 300 && status < 400) {
      throw new UpstreamError("http", httpErrorText(status, undefined), { status });
    }
    const retryAfterMs = readRetryAfter(status, answer.headers["retry-after"], Date.now());
    return { status, body, retryAfterMs };
  } catch (error) {
    if (error instanceof UpstreamError) throw error;
    if (deadline.over.aborted) throw timeoutError(deadline, sent);
    throw isOfNetwork(error) ? connectionError(error, sent) : ownFault(error, sent);
  }
}

/** Calls back when the request is about to be written to a connection. Earlier failures certainly had no effect. */
function withSentCallback(dispatcher: Dispatcher, onSent: () => void): Dispatcher {
  return dispatcher.compose(
    (dispatch) => (options, handler) =>
      dispatch(options, {
        onRequestStart(controller, context) {
          onSent();
          handler.onRequestStart?.(controller, context);
        },
        onRequestUpgrade: (...event) => handler.onRequestUpgrade?.(...event),
        onResponseStart: (...event) => handler.onResponseStart?.(...event),
        onResponseData: (...event) => handler.onResponseData?.(...event),
        onResponseEnd: (...event) => handler.onResponseEnd?.(...event),
        onResponseError: (...event) => handler.onResponseError?.(...event),
      }),
  );
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

/** Codes of undici for wrong use of its own functions. */
const WRONG_CALLS = [
  "UND_ERR_INVALID_ARG",
  "UND_ERR_INVALID_RETURN_VALUE",
  "UND_ERR_NOT_SUPPORTED",
];

/**
 * Whether an error means that there was no connection, or that it broke off. Such errors of Node, TLS and undici have a
 * code; a fault of our own has none, or is a TypeError or RangeError.
 */
function isOfNetwork(error: unknown): boolean {
  const code = errorCode(error);
  if (error instanceof TypeError || error instanceof RangeError) return false;
  return code !== undefined && !WRONG_CALLS.includes(code);
}

/** The failure of a call that got no complete answer in time. */
export function timeoutError({ limitMs }: Deadline, sent: boolean): UpstreamError {
  const message = `${API_REQUEST_FAILED}: no answer within ${limitMs / 1000} s`;
  return new UpstreamError("timeout", message, { sent });
}

/** The failure of a call whose connection could not be made or broke off. */
export function connectionError(cause: unknown, sent: boolean): UpstreamError {
  return new UpstreamError("connection", `${API_REQUEST_FAILED}: no connection`, { cause, sent });
}
