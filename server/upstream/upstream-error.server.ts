import { STATUS_CODES } from "node:http";

/** Message of a failure for which the upstream gives no message. */
export const API_REQUEST_FAILED = "API request failed";

/** The kind of a failed upstream call. */
type UpstreamFailure =
  | "http" // a status outside 2xx
  | "refused" // `success: false`
  | "timeout" // no complete answer in time
  | "connection" // no connection could be made, or it broke off
  | "invalid" // the answer is not JSON, or does not have the documented shape
  | "too-large" // the answer is larger than any valid answer to the request
  | "circuit-open" // a breaker is open; nothing was sent
  | "busy" // other calls of the visitor's network took too long; nothing was sent
  | "over-limit"; // the visitor's network has reached a limit; nothing was sent

/** Kinds of failures of calls that were not sent. */
const UNSENT: readonly UpstreamFailure[] = ["circuit-open", "busy", "over-limit"];

interface Details {
  status?: number | undefined;
  cause?: unknown;
  sent?: boolean | undefined;
  isHtml?: boolean | undefined;
  retryAfterMs?: number | undefined;
}

/** The only error that upstream clients throw. */
export class UpstreamError extends Error {
  /** HTTP status of the upstream, when it answered. */
  readonly status: number | undefined;
  /** The cool-down that the upstream asks for, in milliseconds after its answer. */
  readonly retryAfterMs: number | undefined;
  /** The end of that cool-down in milliseconds since 1970, for display. */
  readonly retryAt: number | undefined;
  /** Whether any part of the request may have left this process. If not, the call certainly had no effect. */
  readonly sent: boolean;
  /** Whether the failure came as a page, which is that of a gateway before the upstream. */
  readonly isHtml: boolean;

  /** @param message can be shown to visitors */
  constructor(
    readonly kind: UpstreamFailure,
    message: string,
    { status, cause, sent = !UNSENT.includes(kind), isHtml = false, retryAfterMs }: Details = {},
  ) {
    super(message, { cause });
    this.name = "UpstreamError";
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.retryAt = retryAfterMs && Date.now() + retryAfterMs;
    this.sent = sent;
    this.isHtml = isHtml;
  }
}

const failed = (kind: UpstreamFailure, reason: string, details?: Details) =>
  new UpstreamError(kind, `${API_REQUEST_FAILED}: ${reason}`, details);

/** Such as `HTTP error 503: service unavailable`: the status, and the body's words or else the status's name. */
export function httpErrorText(status = 0, words: string | null = null): string {
  const text = words ?? STATUS_CODES[status];
  return text ? `HTTP error ${status}: ${text}` : `HTTP error ${status}`;
}

/** Milliseconds after which a call that got no slot may be tried again: other calls have ended by then. */
const BUSY_RETRY_MS = 5_000;

/** The failure of a call that got no slot in time; nothing was sent. */
export const busy = () =>
  failed("busy", "too many calls are waiting", { retryAfterMs: BUSY_RETRY_MS });

/** The failure of a call whose connection could not be made or broke off. */
export const noConnection = (cause: unknown, sent: boolean) =>
  failed("connection", "no connection", { cause, sent });

export const noAnswer = (timeoutMs: number, sent: boolean) =>
  failed("timeout", `no answer within ${timeoutMs / 1000} s`, { sent });

export const tooLarge = () => failed("too-large", "the answer was too large");

/** The failure for an answer without the documented fields. */
export const invalidAnswer = (cause?: unknown) =>
  failed("invalid", "the answer was not understood", { cause });

/** The failure of a read whose network has reached our limit. @param until milliseconds since 1970 */
export function overLimit(until: number): UpstreamError {
  const message = "Too many different views were asked for from your network";
  const retryAfterMs = Math.max(1, until - Date.now());
  return new UpstreamError("over-limit", message, { retryAfterMs });
}

/**
 * Whether a failure concerns only one client network: it got no slot, or is over its limit. Others repeat the read.
 */
export function concernsOneNetwork(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && ["busy", "over-limit"].includes(error.kind);
}

/** The code by which Node, TLS or undici names an error: `ECONNREFUSED`, `ENOTFOUND`, `CERT_HAS_EXPIRED` … */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** The server's own message about a failed form call, which can be shown to visitors; null when there is none. */
export function serverMessage({ kind, message }: UpstreamError): string | null {
  return (kind === "refused" || kind === "http") && message !== "" ? message : null;
}

/** Whether the call got any answer. */
export function wasAnswered({ kind }: UpstreamError): boolean {
  return ![...UNSENT, "timeout", "connection"].includes(kind);
}

/** Whether the server understood the request and refused it, in contrast to failing itself. */
export function wasRejected({ kind, status = 0 }: UpstreamError): boolean {
  // 408 and 429 do not refuse the request itself: they concern the state of the server.
  const isRejection = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return kind === "refused" || (kind === "http" && isRejection);
}

/**
 * Whether a failed call certainly had no effect: it was not sent, or the upstream clearly refused it. After a timeout,
 * a 5xx, or an answer that was not understood, the effect is unknown.
 */
export function certainlyHadNoEffect(error: UpstreamError): boolean {
  return !error.sent || wasRejected(error) || error.status === 429;
}
