import type { PlainMessageId } from "~/content/catalogue";
import type { DeletionSession } from "./session.server";

/** Why a form was refused. The page shows the texts of its messages in the visitor's language. */
export interface Problem {
  message: PlainMessageId;
  /** The message of the auth API, in English. */
  said?: string | undefined;
  /** The field that is at fault; without one, the problem belongs to the step as a whole. */
  field?: "phone" | "otp" | "reasons" | "others" | undefined;
  /** Additional message. */
  note?: PlainMessageId | undefined;
  /** When to try again, in milliseconds since 1970. */
  retryAt?: number | undefined;
}

/** What a page shows. */
export interface Shown {
  /** The session whose step is shown, with what was typed; null for the first step. */
  shown: DeletionSession | null;
  /** Null for a step without a problem. */
  problem: Problem | null;
  /** The reference of a Delete whose session is not shown and whose account may be deleted; null when there is none. */
  maybeDeleted?: string | null;
}

/** The answer to a form that moves nothing: the page itself. */
export interface Stayed extends Shown {
  status: 200 | 400 | 409 | 429 | 502 | 503;
  /** The session that the browser holds from now on; unset: what it holds already. */
  session?: DeletionSession;
}

/** The answer to a form that was accepted: a redirect. */
export interface Moved {
  /** The session that the browser holds from now on. */
  session: DeletionSession | null;
  /** Where to go; unset: to the session's step. */
  to?: "home";
  /** Message on the next page. */
  toast?: PlainMessageId;
}

export type Outcome = Stayed | Moved;
