import {
  certainlyDidNotHappen,
  serverMessage,
  UpstreamError,
  wasAnswered,
  wasDeclined,
} from "../upstream/upstream-error.server";

/** The fixed texts of each call. */
const texts = {
  send: {
    answered: "Failed to send OTP",
    unanswered: "Failed to send OTP. Please try again.",
  },
  verify: {
    answered: "Invalid OTP",
    unanswered: "Failed to verify OTP. Please try again.",
  },
  delete: {
    answered: "Failed to delete account",
    unanswered: "Failed to delete account. Please try again.",
  },
} as const;

/** What the page says and answers when a call failed. */
export interface CallFailure {
  message: string;
  /** When the server wants to be asked again that was asked too often, in milliseconds since 1970. */
  retryAt: number | undefined;
  /** 400 when the server declined what the person gave, 502 when it is unwell itself. */
  status: 400 | 502;
  declined: boolean;
  /** Whether the upstream was not reached at all. */
  neverLeft: boolean;
  /** Whether the call may have had its effect all the same. */
  mayHaveHappened: boolean;
}

/**
 * Turns a failed call into what is said: the server's own message when there is one, the fixed text otherwise, and
 * the one that asks to try again when no answer came.
 *
 * @param secrets what must not reach a page even when the server repeats it
 * @throws anything that is no UpstreamError, as it is
 */
export function callFailure(
  call: keyof typeof texts,
  error: unknown,
  secrets: readonly string[],
): CallFailure {
  if (!(error instanceof UpstreamError)) throw error;
  const fixed = wasAnswered(error) ? texts[call].answered : texts[call].unanswered;
  const said = serverMessage(error);
  const declined = wasDeclined(error);
  return {
    message: said === null ? fixed : withoutSecrets(said, secrets),
    retryAt: error.retryAt,
    status: declined ? 400 : 502,
    declined,
    neverLeft: !error.sent,
    mayHaveHappened: !certainlyDidNotHappen(error),
  };
}

function withoutSecrets(message: string, secrets: readonly string[]): string {
  return secrets.reduce((text, secret) => text.replaceAll(secret, "•••"), message);
}
