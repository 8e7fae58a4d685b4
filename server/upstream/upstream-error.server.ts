import { API_REQUEST_FAILED } from "./upstream-text.server";

/** The kind of a failed upstream call. */
export type UpstreamFailure =
  | "http" // a status outside 2xx
  | "refused" // `success: false`
  | "timeout" // no complete answer in time
  | "connection" // no connection could be made, or it broke off
  | "invalid" // the answer is not JSON, or does not have the documented shape
  | "too-large"
  | "circuit-open" // a breaker is open; nothing was sent
  | "busy" // too many calls are already waiting for this upstream; nothing was sent
  | "over-limit" // the visitor's network has reached a limit; nothing was sent
  | "internal"; // a fault of our own, which says nothing about the upstream

/** Kinds of failures of calls that were not sent. */
const UNSENT: readonly UpstreamFailure[] = ["circuit-open", "busy", "over-limit"];

/** Kinds of failures of calls that got no answer. */
const UNANSWERED: readonly UpstreamFailure[] = [...UNSENT, "timeout", "connection", "internal"];

/**
 * The only error that upstream clients throw. `message` can be shown to visitors; `status` is the HTTP status of the
 * upstream, when it answered.
 */
export class UpstreamError extends Error {
  readonly status: number | undefined;
  /** The cool-down that the upstream asks for, in milliseconds after its answer. */
  readonly retryAfterMs: number | undefined;
  /** The end of that cool-down in milliseconds since 1970, for display. */
  readonly retryAt: number | undefined;
  /** Whether any part of the request may have left this process. If not, the call certainly had no effect. */
  readonly sent: boolean;

  constructor(
    readonly kind: UpstreamFailure,
    message: string,
    {
      status,
      cause,
      sent = !UNSENT.includes(kind),
      retryAfterMs,
    }: {
      status?: number | undefined;
      cause?: unknown;
      sent?: boolean;
      retryAfterMs?: number | undefined;
    } = {},
  ) {
    super(message, { cause });
    this.name = "UpstreamError";
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.retryAt = retryAfterMs && Date.now() + retryAfterMs;
    this.sent = sent;
  }
}

/** Milliseconds after which a call that got no slot may be tried again: other calls have ended by then. */
const BUSY_RETRY_MS = 5_000;

/** The failure of a call that got no slot in time; nothing was sent. */
export function busy(): UpstreamError {
  const message = `${API_REQUEST_FAILED}: too many calls are waiting`;
  return new UpstreamError("busy", message, { retryAfterMs: BUSY_RETRY_MS });
}

/** The failure of a read whose network has reached our limit. @param until milliseconds since 1970 */
export function overLimit(until: number): UpstreamError {
  const message = "Too many different views were asked for from your network";
  return new UpstreamError("over-limit", message, {
    retryAfterMs: Math.max(1, until - Date.now()),
  });
}

/** The failure of a call that was not sent because the breaker is open. @param reason safe to show to any visitor */
export function circuitOpen(reason: string): UpstreamError {
  return new UpstreamError("circuit-open", reason);
}

/** The failure of a call whose connection could not be made or broke off. */
export function connectionError(cause: unknown, sent: boolean): UpstreamError {
  return new UpstreamError("connection", `${API_REQUEST_FAILED}: no connection`, { cause, sent });
}

/** The failure that an error of a call's connection, or of our own, means. */
export function callFailure(
  error: unknown,
  call: { sent: boolean; timedOut: boolean; timeoutMs: number },
): UpstreamError {
  const { sent, timedOut, timeoutMs } = call;
  if (error instanceof UpstreamError) return error;
  if (timedOut) {
    const message = `${API_REQUEST_FAILED}: no answer within ${timeoutMs / 1000} s`;
    return new UpstreamError("timeout", message, { sent });
  }
  return isOfConnection(error)
    ? connectionError(error, sent)
    : new UpstreamError("internal", API_REQUEST_FAILED, { cause: error, sent });
}

/**
 * Whether an error means that there was no connection, or that it broke off. Such errors of Node, TLS and undici have a
 * code; a fault of our own has none, or is a TypeError or RangeError.
 */
function isOfConnection(error: unknown): boolean {
  const code = errorCode(error);
  const isOurs = error instanceof TypeError || error instanceof RangeError;
  return !isOurs && code !== undefined && !WRONG_CALLS.includes(code);
}

/** Codes of undici for wrong use of its own functions. */
const WRONG_CALLS = [
  "UND_ERR_INVALID_ARG",
  "UND_ERR_INVALID_RETURN_VALUE",
  "UND_ERR_NOT_SUPPORTED",
];

/**
 * Whether a failure concerns only one client network: it got no slot, or is over its limit. The same read is then
 * repeated for other visitors.
 */
export function concernsOneNetwork(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && ["busy", "over-limit"].includes(error.kind);
}

/** The code by which Node, TLS or undici names an error: `ECONNREFUSED`, `ENOTFOUND`, `CERT_HAS_EXPIRED` … */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** The failure for an answer that is larger than any valid answer to the request. */
export function tooLarge(): UpstreamError {
  return new UpstreamError("too-large", `${API_REQUEST_FAILED}: the answer was too large`);
}

/** The failure for an answer without the documented fields. */
export function invalidAnswerError(cause?: unknown): UpstreamError {
  const message = `${API_REQUEST_FAILED}: the answer was not understood`;
  return new UpstreamError("invalid", message, { cause });
}

/** The server's own message about a failure, which can be shown to visitors; null when there is none. */
export function serverMessage(error: UpstreamError): string | null {
  const { kind, status = 200, message } = error;
  const hasMessage = kind === "refused" || (kind === "http" && (status < 300 || status > 399));
  return hasMessage && message !== "" ? message : null;
}

/** Whether the call got any answer. */
export function wasAnswered({ kind }: UpstreamError): boolean {
  return !UNANSWERED.includes(kind);
}

/** Whether the server understood the request and refused it, in contrast to failing itself. */
export function wasRejected({ kind, status }: UpstreamError): boolean {
  if (kind === "refused") return true;
  return kind === "http" && status !== undefined && isRejectionStatus(status);
}

/** Whether a status refuses the request itself. 408 and 429 do not: they concern the state of the server. */
export function isRejectionStatus(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/**
 * Whether a failed call certainly had no effect: it was not sent, or the upstream clearly refused it. After a timeout,
 * a 5xx, or an answer that was not understood, the effect is unknown.
 */
export function certainlyHadNoEffect(error: UpstreamError): boolean {
  if (!error.sent) return true;
  const { kind, status = 0 } = error;
  if (kind === "refused") return true;
  return kind === "http" && status >= 400 && status < 500 && status !== 408;
}
