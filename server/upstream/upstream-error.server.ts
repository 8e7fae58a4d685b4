import { API_REQUEST_FAILED } from "./upstream-text.server";

/** What went wrong with an upstream call. */
export type UpstreamFailure =
  | "http" // a status outside 2xx
  | "refused" // `success: false`
  | "timeout" // no complete answer in time
  | "connection" // none could be made, or it broke off
  | "invalid" // not JSON, or not the promised shape
  | "too-large"
  | "circuit-open" // left alone for a while; nothing was sent
  | "busy" // too many calls are already waiting for this upstream; nothing was sent
  | "over-limit" // the visitor's network has asked for enough; nothing was sent
  | "internal"; // a fault of our own, which says nothing of the upstream

/** The failures of calls that were not sent. */
const UNSENT: readonly UpstreamFailure[] = ["circuit-open", "busy", "over-limit"];

/** The failures of calls without an answer. */
const UNANSWERED: readonly UpstreamFailure[] = [...UNSENT, "timeout", "connection", "internal"];

/**
 * The one error that leaves the upstream clients. `message` is fit for the screen;
 * `status` is the upstream's, when it answered.
 */
export class UpstreamError extends Error {
  readonly status: number | undefined;
  /** When an upstream that was asked too often wants to be asked again: milliseconds from the answer on. */
  readonly retryAfterMs: number | undefined;
  /** The same in milliseconds since 1970, for people. */
  readonly retryAt: number | undefined;
  /** Whether anything of the request may have left this process; if not, it certainly had no effect. */
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

/** Milliseconds after which a call that found no slot may be tried again: other calls have ended by then. */
const COME_AGAIN_MS = 5_000;

/** The failure of a call that found no slot in time; nothing was sent. */
export function busy(): UpstreamError {
  const message = `${API_REQUEST_FAILED}: too many calls are waiting`;
  return new UpstreamError("busy", message, { retryAfterMs: COME_AGAIN_MS });
}

/** The failure of a read that a limit of ours forbids to a network. @param until milliseconds since 1970 */
export function overLimit(until: number): UpstreamError {
  const message = "Too many different views were asked for from your network";
  return new UpstreamError("over-limit", message, {
    retryAfterMs: Math.max(1, until - Date.now()),
  });
}

/** The failure of a call that a fault of our own ended. */
export function ownFault(cause: unknown, sent: boolean): UpstreamError {
  return new UpstreamError("internal", API_REQUEST_FAILED, { cause, sent });
}

/**
 * Whether a failure concerns one visitor alone: there was no slot for that visitor's network, or it is over its limit.
 * The same read is then made anew for other visitors.
 */
export function isOfAsker(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && ["busy", "over-limit"].includes(error.kind);
}

/** The code by which Node, TLS or undici names an error: `ECONNREFUSED`, `ENOTFOUND`, `CERT_HAS_EXPIRED` … */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** The failure of an answer that is larger than any answer to the request can be. */
export function tooLarge(): UpstreamError {
  return new UpstreamError("too-large", `${API_REQUEST_FAILED}: the answer was too large`);
}

/** The failure of an answer without the promised fields. */
export function notUnderstood(cause?: unknown): UpstreamError {
  const message = `${API_REQUEST_FAILED}: the answer was not understood`;
  return new UpstreamError("invalid", message, { cause });
}

/** What the server itself said about a failure, fit for the screen; null when it said nothing. */
export function serverMessage(error: UpstreamError): string | null {
  const { kind, status = 200, message } = error;
  const spoke = kind === "refused" || (kind === "http" && (status < 300 || status > 399));
  return spoke && message !== "" ? message : null;
}

/** Whether any answer came back. */
export function wasAnswered({ kind }: UpstreamError): boolean {
  return !UNANSWERED.includes(kind);
}

/** Whether the server understood the request and refused it, in contrast to failing itself. */
export function wasDeclined({ kind, status }: UpstreamError): boolean {
  if (kind === "refused") return true;
  return kind === "http" && status !== undefined && isDeclined(status);
}

/** Whether a status refuses the request itself. 408 and 429 do not: they speak of the state of the server. */
export function isDeclined(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/**
 * Whether a failed call certainly had no effect: it never left, or the upstream clearly refused
 * it. A timeout, a 5xx and an answer that was not understood leave that open, words in place of an answer too.
 */
export function certainlyDidNotHappen(error: UpstreamError): boolean {
  if (!error.sent) return true;
  const { kind, status = 0, cause } = error;
  // A refusal that was only read out of an answer has that answer as its cause.
  if (kind === "refused") return cause === undefined;
  return kind === "http" && status >= 400 && status < 500 && status !== 408;
}
