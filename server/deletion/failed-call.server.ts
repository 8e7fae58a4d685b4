import {
  certainlyDidNotHappen,
  serverMessage,
  UpstreamError,
  wasAnswered,
  wasDeclined,
} from "../upstream/upstream-error.server";
import type { CallFailed } from "./journey.server";

type Call = CallFailed["call"];

/** What is known of a call that failed. */
export interface FailedCall {
  /** What came of it, to be told. */
  result: CallFailed;
  /** Whether the server declined what the person gave. */
  declined: boolean;
  /** Whether the upstream was not reached at all. */
  neverLeft: boolean;
  /** When a server that was asked too often wants to be asked again, in milliseconds since 1970. */
  coolDownUntil: number | undefined;
}

/** Nothing was heard of a call, which may have had its effect. */
export const unanswered = (call: Call): CallFailed => ({
  type: "call-failed",
  call,
  message: { id: `${call}.unanswered` },
  status: 502,
  mayHaveHappened: true,
});

/**
 * A deletion was not sent, because other instances would not have heard of it.
 *
 * @param retryAt in milliseconds since 1970
 */
export const notSent = (retryAt: number): CallFailed => ({
  ...unanswered("delete"),
  status: 503,
  mayHaveHappened: false,
  retryAt,
  again: true,
});

/**
 * Turns a failed call into what is said: that it failed, with the server's own message when there is one, or to try
 * again when no answer came. The status is 400 when the server declined what the person gave, 502 when it is unwell
 * itself, 503 when it was not asked because all of our places for calls to it were taken.
 *
 * @param secrets what must not reach a page even when the server repeats it
 * @throws anything that is no UpstreamError, as it is
 */
export function failedCall(call: Call, error: unknown, secrets: readonly string[]): FailedCall {
  if (!(error instanceof UpstreamError)) throw error;
  const said = serverMessage(error);
  const declined = wasDeclined(error);
  const isFull = error.kind === "busy";
  const result: CallFailed = {
    ...unanswered(call),
    ...(wasAnswered(error) && { message: { id: `${call}.failed` } as const }),
    ...(said !== null && { said: withoutSecrets(said, secrets) }),
    status: isFull ? 503 : declined ? 400 : 502,
    ...(isFull && error.retryAt !== undefined && { retryAt: error.retryAt, again: true }),
    mayHaveHappened: !certainlyDidNotHappen(error),
  };
  const coolDownUntil = isFull ? undefined : error.retryAt;
  return { result, declined, neverLeft: !error.sent, coolDownUntil };
}

/** The longest first: one may hold another, and what is left of it would tell it. */
function withoutSecrets(message: string, secrets: readonly string[]): string {
  return [...secrets]
    .sort((one, other) => other.length - one.length)
    .reduce((text, secret) => text.replaceAll(secret, "•••"), message);
}
