import type { PlainMessageId } from "~/content/catalogue";
import type { DeletionSession } from "./session.server";

/** A message for the page. The server chooses it; the page shows its text in the visitor's language. */
export type Message = { id: PlainMessageId } | { id: "problem.others"; values: { most: number } };

/** A field of the page that a problem belongs to. */
export type Field = "phone" | "otp" | "reasons" | "others";

/** Why a form was refused. Without a field, the problem belongs to the step as a whole. */
export interface Problem {
  message: Message;
  /** The message of the auth API, in English. */
  said?: string | undefined;
  field?: Field | undefined;
  /** Additional message. */
  note?: Message | undefined;
  /** When to try again, in milliseconds since 1970. */
  retryAt?: number | undefined;
  /** What can be done from `retryAt` on: ask for a code, or repeat the step. */
  retry?: "code" | "step" | undefined;
  /** Whether to suggest writing an e-mail. */
  write?: true | undefined;
}

/** A deletion that may have happened, with its reference number if that is known. */
export interface MaybeDeleted {
  reference: string | null;
}

/** The answer to a form that moves nothing: the page itself. */
export interface Stayed {
  kind: "stayed";
  /** The session whose step is shown, with what was typed; null for the first step. */
  shown: DeletionSession | null;
  status: 200 | 400 | 409 | 429 | 502 | 503;
  /** Null for a receipt that came late: it is shown once, and the browser keeps the newer session that it holds. */
  problem: Problem | null;
  /** The session that the browser holds from now on; unset: what it holds already. */
  session?: DeletionSession;
  /** Set by a refused Delete without a session of its own. */
  maybeDeleted?: MaybeDeleted;
  /** Whether the browser holds another session than the one it sent, which the answer must not name. */
  isLate?: true;
}

/** The answer to a form that was accepted: a redirect. */
export interface Moved {
  kind: "moved";
  /** The session that the browser holds from now on. */
  session: DeletionSession | null;
  /** Where to go; unset: to the session's step. */
  to?: "home" | "phone";
  /** Message on the next page. */
  toast?: Message;
}

export type Outcome = Stayed | Moved;

export const moved = (session: DeletionSession | null, more: Partial<Moved> = {}): Moved => ({
  kind: "moved",
  session,
  ...more,
});

export const stayed = (
  shown: DeletionSession | null,
  status: Stayed["status"],
  problem: Problem,
): Stayed => ({ kind: "stayed", shown, status, problem });

/** The answer to a form over a limit, ours or the auth API's own. @param until when it ends */
export const limited = (
  shown: DeletionSession | null,
  id: Extract<PlainMessageId, `limit.${string}`>,
  until: number,
  retry: Problem["retry"],
): Stayed => stayed(shown, 429, { message: { id }, retryAt: until, retry });
