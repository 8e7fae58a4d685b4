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
  | "busy"; // too many calls are already waiting for this upstream; nothing was sent

/**
 * The one error that leaves the upstream clients. `message` is fit for the screen;
 * `status` is the upstream's, when it answered.
 */
export class UpstreamError extends Error {
  readonly kind: UpstreamFailure;
  readonly status: number | undefined;
  /** When an upstream that was asked too often wants to be asked again: milliseconds from the answer on. */
  readonly retryAfterMs: number | undefined;
  /** The same in milliseconds since 1970, for people. */
  readonly retryAt: number | undefined;
  /** Whether anything of the request may have left this process; if not, it certainly had no effect. */
  readonly sent: boolean;

  constructor(
    kind: UpstreamFailure,
    message: string,
    options: {
      status?: number | undefined;
      cause?: unknown;
      sent?: boolean;
      retryAfterMs?: number | undefined;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "UpstreamError";
    this.kind = kind;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
    this.retryAt = options.retryAfterMs && Date.now() + options.retryAfterMs;
    this.sent = options.sent ?? (kind !== "circuit-open" && kind !== "busy");
  }
}

/** The failure of a call that found no place in time; nothing was sent. */
export function busy(): UpstreamError {
  return new UpstreamError("busy", `${API_REQUEST_FAILED}: too many calls are waiting`);
}

/** The failure of an answer that weighs more than what was asked for can. */
export function tooLarge(): UpstreamError {
  return new UpstreamError("too-large", `${API_REQUEST_FAILED}: the answer was too large`);
}

/** The failure of an answer that is not what was promised. */
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

/** Whether an answer came back at all, whatever it was. */
export function wasAnswered({ kind }: UpstreamError): boolean {
  return kind !== "timeout" && kind !== "connection" && kind !== "circuit-open" && kind !== "busy";
}

/** Whether the server understood and said no, in contrast to being unwell itself. */
export function wasDeclined({ kind, status }: UpstreamError): boolean {
  if (kind === "refused") return true;
  return kind === "http" && status !== undefined && isDeclined(status);
}

/** Whether a status is the server's answer to what it was asked, no fault of its own; 408 and 429 speak of the server. */
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
