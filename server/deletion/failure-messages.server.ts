import {
  certainlyDidNotHappen,
  serverMessage,
  UpstreamError,
  wasAnswered,
  wasDeclined,
} from "../upstream/upstream-error.server";
import { z } from "zod";
import { message, type Message } from "./messages.server";

/** What is said of each call. */
const messages = {
  send: { answered: { id: "send.failed" }, unanswered: { id: "send.unanswered" } },
  verify: { answered: { id: "verify.failed" }, unanswered: { id: "verify.unanswered" } },
  delete: { answered: { id: "delete.failed" }, unanswered: { id: "delete.unanswered" } },
} as const satisfies Record<string, Record<string, Message>>;

/** What the page says and answers when a call failed. */
export const callFailed = z.object({
  message,
  /** The other server's own words, in English. */
  said: z.string().optional(),
  /** When the server wants to be asked again that was asked too often, in milliseconds since 1970. */
  retryAt: z.number().optional(),
  /**
   * 400 when the server declined what the person gave, 502 when it is unwell itself, 503 when it was not asked because
   * all of our places for calls to it were taken.
   */
  status: z.literal([400, 502, 503]),
  /** With 503: when there may be a place again, in milliseconds since 1970. */
  placeAt: z.number().optional(),
  declined: z.boolean(),
  /** Whether the upstream was not reached at all. */
  neverLeft: z.boolean(),
  /** Whether the call may have had its effect all the same. */
  mayHaveHappened: z.boolean(),
});
export type CallFailure = z.infer<typeof callFailed>;

/** Of a call on another instance that cannot be seen any more: its answer was lost. */
export const unseenCall = (call: keyof typeof messages): CallFailure => ({
  message: messages[call].unanswered,
  status: 502,
  declined: false,
  neverLeft: false,
  mayHaveHappened: true,
});

/**
 * Turns a failed call into what is said: that it failed, with the server's own message when there is one, or to try
 * again when no answer came.
 *
 * @param secrets what must not reach a page even when the server repeats it
 * @throws anything that is no UpstreamError, as it is
 */
export function callFailure(
  call: keyof typeof messages,
  error: unknown,
  secrets: readonly string[],
): CallFailure {
  if (!(error instanceof UpstreamError)) throw error;
  const said = serverMessage(error);
  const declined = wasDeclined(error);
  const isFull = error.kind === "busy";
  return {
    message: wasAnswered(error) ? messages[call].answered : messages[call].unanswered,
    said: said === null ? undefined : withoutSecrets(said, secrets),
    retryAt: isFull ? undefined : error.retryAt,
    placeAt: isFull ? error.retryAt : undefined,
    status: isFull ? 503 : declined ? 400 : 502,
    declined,
    neverLeft: !error.sent,
    mayHaveHappened: !certainlyDidNotHappen(error),
  };
}

/** The longest first: one may hold another, and what is left of it would tell it. */
function withoutSecrets(message: string, secrets: readonly string[]): string {
  return [...secrets]
    .sort((one, other) => other.length - one.length)
    .reduce((text, secret) => text.replaceAll(secret, "•••"), message);
}
