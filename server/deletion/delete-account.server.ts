import type { Limits, Use } from "../limits/limits.server";
import type { Logger } from "../logger.server";
import type { AuthApi } from "../upstream/auth-api.server";
import { sharedMove, type DeletionOutcome } from "./deletion-outcome.server";
import { SESSION_MS, type VerifiedSession } from "./deletion-session.server";
import { callFailure } from "./failure-messages.server";
import { joinReasons } from "./reasons.server";
import { createReference } from "./reference-number.server";
import { createSingleFlight } from "./single-flight.server";

export interface DeleteAccount {
  /** Deletes the account of a confirmed session: one call upstream however often the button is pressed. */
  run(session: VerifiedSession): Promise<DeletionOutcome>;
  /** Whether a press would join a deletion that is under way or has just landed. */
  isUnderWay(session: VerifiedSession): boolean;
}

export function createDeleteAccount(
  authApi: AuthApi,
  limits: Limits,
  logger: Logger,
): DeleteAccount {
  const presses = createSingleFlight<DeletionOutcome>(sharedMove);

  async function remove(session: VerifiedSession): Promise<DeletionOutcome> {
    const claim: Use[] = [{ rule: "deletionUnderWay", key: session.id }];
    if (!(await limits.take(claim)).ok) {
      const message = "Your account is being deleted. Load this page again in a moment.";
      return { kind: "stayed", session, status: 409, problem: { message } };
    }
    try {
      const answer = await authApi.deleteProfile(session.token, joinReasons(session));
      const now = Date.now();
      await limits.take([{ rule: "deletionFinished", key: session.id }]);
      const reference = createReference();
      const deletedAt = answer.deletedAt ?? now;
      logger.info({ reference, deletedAt: new Date(deletedAt).toISOString() }, "account deleted");
      return {
        kind: "moved",
        session: { at: "done", reference, deletedAt, until: now + SESSION_MS },
      };
    } catch (error) {
      const failure = callFailure("delete", error, [session.token]);
      await limits.giveBack(claim);
      const { message, status } = failure;
      return { kind: "stayed", session, status, problem: { message } };
    }
  }

  return {
    run: (session) => presses.run(session.id, () => remove(session)),
    isUnderWay: (session) => presses.has(session.id),
  };
}
