import type { Limits, Use } from "../limits/limits.server";
import type { Logger } from "../logger.server";
import type { AuthApi } from "../upstream/auth-api.server";
import type { AccountDeleted } from "../upstream/contracts/auth.server";
import type { DeletionOutcome } from "./deletion-outcome.server";
import { SESSION_MS, type FinishedSession, type VerifiedSession } from "./deletion-session.server";
import { callFailure, type CallFailure } from "./failure-messages.server";
import { joinReasons } from "./reasons.server";
import { createReference } from "./reference-number.server";
import { createSingleFlight, LATE_PRESS_MS } from "./single-flight.server";

export interface DeleteAccount {
  /** Deletes the account of a confirmed session: one call upstream however often the button is pressed. */
  run(session: VerifiedSession): Promise<DeletionOutcome>;
  /** Whether a press would join a deletion that is under way or has just landed. */
  isUnderWay(session: VerifiedSession): boolean;
}

/** What became of a deletion. */
type Deleted =
  | { kind: "done"; receipt: FinishedSession }
  | { kind: "busy" }
  /** `lost`: the reference number of a deletion that may have happened all the same. */
  | { kind: "failed"; failure: CallFailure; lost?: string };

export function createDeleteAccount(
  authApi: AuthApi,
  limits: Limits,
  logger: Logger,
): DeleteAccount {
  const presses = createSingleFlight<Deleted>({
    ms: LATE_PRESS_MS,
    when: ({ kind }) => kind === "done",
  });

  /** A counter that fails must not become the person's failure: what the upstream said is what happened. */
  const unlessItFails = (counted: Promise<unknown>, reference: string) =>
    counted.catch((err: unknown) => logger.error({ err, reference }, "a deletion was not counted"));

  async function remove(session: VerifiedSession): Promise<Deleted> {
    const claim: Use[] = [{ rule: "deletionUnderWay", key: session.id }];
    if (!(await limits.take(claim)).ok) return { kind: "busy" };
    // Whoever was given a number after a lost answer keeps it.
    const reference = session.lost ?? createReference();
    let answer: AccountDeleted;
    try {
      answer = await authApi.deleteProfile(session.token, joinReasons(session));
    } catch (error) {
      const failure = callFailure("delete", error, [session.token]);
      await unlessItFails(limits.giveBack(claim), reference);
      if (!failure.mayHaveHappened) return { kind: "failed", failure };
      logger.warn({ reference }, "the answer to a deletion was lost");
      return { kind: "failed", failure, lost: reference };
    }
    const now = Date.now();
    const deletedAt = answer.deletedAt ?? now;
    logger.info({ reference, deletedAt: new Date(deletedAt).toISOString() }, "account deleted");
    const finished: Use[] = [{ rule: "deletionFinished", key: session.id }];
    await unlessItFails(limits.take(finished), reference);
    return {
      kind: "done",
      receipt: { at: "done", reference, deletedAt, until: now + SESSION_MS },
    };
  }

  return {
    run: async (session) => outcome(session, await presses.run(session.id, () => remove(session))),
    isUnderWay: (session) => presses.has(session.id),
  };
}

function outcome(session: VerifiedSession, deleted: Deleted): DeletionOutcome {
  switch (deleted.kind) {
    case "done":
      return { kind: "moved", session: deleted.receipt };
    case "busy": {
      const message = "Your account is being deleted. Load this page again in a moment.";
      return { kind: "stayed", session, status: 409, problem: { message } };
    }
    case "failed": {
      const { failure, lost } = deleted;
      const { message, status } = failure;
      if (lost !== undefined) {
        return { kind: "stayed", session: { ...session, lost }, status, problem: { message } };
      }
      const refusedNow = failure.declined && session.lost !== undefined;
      const note = "A refusal now can mean that the account is already deleted.";
      const problem = { message, ...(refusedNow && { note }) };
      return { kind: "stayed", session, status, problem };
    }
  }
}
