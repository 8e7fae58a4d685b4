import type { AccountDeleted } from "../upstream/contracts/auth.server";
import type { PriorEffect } from "../session/idempotent-calls.server";
import {
  failedCall,
  notSent,
  unanswered,
  type CallParts,
  type CallResult,
  type Message,
} from "./call-results.server";
import { joinReasons } from "./form-fields.server";
import type { FinishedSession, VerifiedSession } from "./places.server";
import { deletionNumber, pageIdOf, SESSION_MS } from "./session.server";

/** Wait before a postponed deletion is tried again. It may be possible to record it for other instances by then. */
const RETRY_AFTER_MS = 5_000;

const REFUSED_AFTER_LOSS: Message = { id: "delete.refused-after-loss" };

/**
 * Creates the deletion of accounts of confirmed sessions: one upstream call, however often the form is sent. Two pages
 * of a session share a running call, but not its receipt afterwards.
 */
export function createDeleteAccount(parts: CallParts) {
  const { authApi, coolDowns, ends, memory, calls, logger } = parts;

  async function remove(
    session: VerifiedSession,
    idempotencyKey: string,
    before: PriorEffect,
  ): Promise<CallResult> {
    const end = await ends.of(session);
    // A request without a key cannot be identified as a repetition, so it gets no receipt.
    const receiptKey = idempotencyKey === "" ? null : `receipt ${session.id} ${idempotencyKey}`;
    if (end !== null) {
      return (end === "deleted" && (await calls.find(receiptKey))) || { type: "ended-before" };
    }
    const mayBeLost = before !== "known" || session.lost !== undefined;
    const coolDown = coolDowns.until(session.id);
    if (coolDown > 0) return coolingDown(coolDown, mayBeLost ? REFUSED_AFTER_LOSS : undefined);
    const pageId = pageIdOf(session) ?? "";
    const reference = deletionNumber(session);
    const mark = await memory.mark(pageId);
    if (mark === null) return notSent(Date.now() + RETRY_AFTER_MS);
    // Another page may have left the session before the mark was set, and then reported that nothing was deleted.
    if ((await ends.of(session)) !== null) {
      mark.forget();
      return { type: "ended-before" };
    }
    let answer: AccountDeleted;
    try {
      answer = await authApi.deleteProfile(session.token, joinReasons(session));
    } catch (error) {
      const { result, declined, coolDownUntil } = failedCall("delete", error, [session.token]);
      if (coolDownUntil !== undefined) coolDowns.note(session.id, coolDownUntil);
      const isRefused = declined || coolDownUntil !== undefined;
      // An earlier answer may have been lost, so that the session in the browser does not know of that deletion.
      const isAfterLoss = mayBeLost || mark.before === "yes";
      const uncertain: Message | undefined =
        mark.before === "unknown" ? { id: "delete.unknown" } : undefined;
      const doubt = isAfterLoss ? REFUSED_AFTER_LOSS : uncertain;
      const note = isRefused ? doubt : undefined;
      const isRefusedOnly = isRefused && isAfterLoss && coolDownUntil === undefined;
      const mayHaveHappened = result.mayHaveHappened || isRefusedOnly;
      if (mayHaveHappened) logger.warn({ reference }, "the answer to a deletion was lost");
      else mark.forget();
      if (coolDownUntil !== undefined && !mayHaveHappened) return coolingDown(coolDownUntil, note);
      return { ...result, note, mayHaveHappened };
    }
    const now = Date.now();
    const deletedAt = answer.deletedAt ?? now;
    logger.info({ reference, deletedAt: new Date(deletedAt).toISOString() }, "account deleted");
    const until = now + SESSION_MS;
    const receipt: FinishedSession = { at: "done", reference, deletedAt, until, of: pageId };
    const result: CallResult = { type: "account-deleted", receipt };
    await calls.keep(receiptKey, result, until);
    await ends.markDeleted(session, reference);
    return result;
  }

  /**
   * @param idempotencyKey of the form's page; a repeated request with this key gets the receipt again
   */
  return async (session: VerifiedSession, idempotencyKey: string): Promise<CallResult> => {
    const call = (before: PriorEffect) => remove(session, idempotencyKey, before);
    const about = `delete ${session.id}`;
    const result = await calls.run(about, about, call);
    if (result !== null) return result;
    logger.warn({ reference: deletionNumber(session) }, "the answer to a deletion was lost");
    return unanswered("delete");
  };
}

const coolingDown = (until: number, note?: Message): CallResult => ({
  type: "step-limited",
  refusal: { cause: "delete", until },
  note,
});
