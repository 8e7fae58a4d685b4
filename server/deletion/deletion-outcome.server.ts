import type { DeletionSession } from "./deletion-session.server";
import type { Linger } from "./single-flight.server";

/** A field of the page that a message belongs to. */
export type DeletionField = "phone" | "otp" | "reasons" | "others";

/** What stands in the way, in words for the page. Without a field it belongs to the step as a whole. */
export interface Problem {
  message: string;
  field?: DeletionField;
}

/** The answer to one form of the page. */
export type DeletionOutcome =
  /** The person is somewhere else now (or should look again): redirect. `toast`: what to tell them there. */
  | { kind: "moved"; session: DeletionSession | null; toast?: string; to?: "home" }
  /** The same URL answers with what is wrong; the session may still have changed (the fifth wrong code). */
  | {
      kind: "stayed";
      session: DeletionSession | null;
      status: 400 | 409 | 429 | 502;
      problem: Problem;
      /** With 429: from when on it may be tried again, in milliseconds since 1970. */
      retryAt?: number;
    };

/** Words for a limit; the page adds the exact time. */
export const limitTexts = {
  sending: "Codes can be sent once a minute and five times an hour to one number.",
  codes: "Five wrong codes ended this session.",
} as const;

/** A limit with nothing else to say than from when on it may be tried again. */
export function limited(
  session: DeletionSession | null,
  cause: keyof typeof limitTexts,
  retryAt: number,
): DeletionOutcome {
  return { kind: "stayed", session, status: 429, problem: { message: limitTexts[cause] }, retryAt };
}

/**
 * A second press may have left the browser before it knew of the first one's success and must not be told
 * something else; after a failure the button works again at once.
 */
export const sharedMove: Linger<DeletionOutcome> = {
  ms: 2_000,
  when: (outcome) => outcome.kind === "moved",
};
