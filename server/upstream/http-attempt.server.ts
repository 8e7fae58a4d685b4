import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { FormData, request as send, type Dispatcher } from "undici";
import { traceUnderWay } from "../http/request-context.server";
import { newTrace, traceHeaders } from "../http/trace-context.server";
import type { Deadline } from "./deadline.server";
import { API_REQUEST_FAILED, httpErrorText } from "./upstream-text.server";
import { retryAfterMs } from "./retry-pauses.server";
import { UpstreamError } from "./upstream-error.server";

export interface HttpRequest {
  method: "GET" | "POST" | "DELETE";
  /** Below the upstream's base, with a leading slash. */
  path: string;
  query?: Readonly<Record<string, string | number | undefined>> | undefined;
  /** A JSON body. */
  json?: unknown;
  /** A multipart form body. */
  form?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
}

/** A complete answer. `body` is the parsed JSON; undefined when empty, or when a failure carries something else. */
export interface HttpAnswer {
  status: number;
  body: unknown;
  /** For how many milliseconds an upstream that was asked too often wants to be left alone. */
  retryAfterMs?: number | undefined;
}

export interface ExchangeLimits {
  deadline: Deadline;
  /** Largest answer in bytes, as sent and as decoded. */
  maxBytes: number;
}

/**
 * Sends one request and reads one JSON answer. Redirects are not followed and no cookie is kept or sent.
 *
 * @returns the answer, whatever its status, except redirects
 * @throws UpstreamError `timeout`, `connection`, `too-large`, `invalid` (a 2xx that is not JSON) or `http` (a redirect)
 */
export async function exchange(
  dispatcher: Dispatcher,
  baseUrl: string,
  request: HttpRequest,
  limits: ExchangeLimits,
): Promise<HttpAnswer> {
  const { deadline } = limits;
  let sent = false;
  try {
    const answer = await send(address(baseUrl, request), {
      dispatcher: tellingWhenSent(dispatcher, () => (sent = true)),
      method: request.method,
      headers: headersOf(request),
      body: bodyOf(request) ?? null,
      signal: deadline.over,
      // The deadline above is the only clock.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const bytes = await boundedBody(answer, limits.maxBytes);
    const status = answer.statusCode;
    if (status >= 300 && status < 400) {
      throw new UpstreamError("http", httpErrorText(status, undefined), { status });
    }
    const encoding = answer.headers["content-encoding"];
    const text = await decoded(bytes, encoding, limits.maxBytes);
    const rest = retryAfterMs(status, answer.headers["retry-after"], Date.now());
    return { status, body: parsed(text, status), retryAfterMs: rest };
  } catch (error) {
    if (error instanceof UpstreamError) throw error;
    if (deadline.over.aborted) throw noAnswer(deadline, sent);
    throw noConnection(error, sent);
  }
}

/**
 * Calls back when a connection is there and the request is about to be written to it. Whatever fails before that
 * certainly had no effect.
 */
function tellingWhenSent(dispatcher: Dispatcher, onSent: () => void): Dispatcher {
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
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${baseUrl}${path}?${search}` : `${baseUrl}${path}`;
}

function headersOf(request: HttpRequest): Record<string, string> {
  return {
    accept: "application/json",
    "accept-encoding": "gzip",
    ...(request.json === undefined ? {} : { "content-type": "application/json" }),
    ...traceHeaders(traceUnderWay() ?? newTrace()),
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

/** Leaving the loop early closes the connection, so that no more than the limit is ever held. */
async function boundedBody(answer: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const unzip = promisify(gunzip);

async function decoded(
  bytes: Buffer,
  encoding: string | string[] | undefined,
  maxBytes: number,
): Promise<string> {
  if (encoding === undefined || encoding === "identity") return bytes.toString();
  if (encoding !== "gzip" && encoding !== "x-gzip") throw notUnderstood();
  try {
    return (await unzip(bytes, { maxOutputLength: maxBytes })).toString();
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw notUnderstood(error);
  }
}

function parsed(text: string, status: number): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    // A failure may well carry a proxy's HTML page: the status alone says enough.
    if (status >= 400) return undefined;
    throw notUnderstood(error);
  }
}

/** The failure of a call that got no complete answer in time. */
export function noAnswer({ limitMs }: Deadline, sent: boolean): UpstreamError {
  const message = `${API_REQUEST_FAILED}: no answer within ${limitMs / 1000} s`;
  return new UpstreamError("timeout", message, { sent });
}

/** The failure of a call whose connection could not be made or broke off. */
export function noConnection(cause: unknown, sent: boolean): UpstreamError {
  return new UpstreamError("connection", `${API_REQUEST_FAILED}: no connection`, { cause, sent });
}

function tooLarge(): UpstreamError {
  return new UpstreamError("too-large", `${API_REQUEST_FAILED}: the answer was too large`);
}

/** The failure of an answer that is not what was promised. */
export function notUnderstood(cause?: unknown): UpstreamError {
  const message = `${API_REQUEST_FAILED}: the answer was not understood`;
  return new UpstreamError("invalid", message, { cause });
}
