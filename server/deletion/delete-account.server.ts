import type { AccountDeleted } from "../upstream/contracts/auth.server";
import type { Before } from "../session/idempotent-calls.server";
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

/** When a deletion that was put off may be tried again: other instances may have been told by then. */
const TRY_AGAIN_MS = 5_000;

const REFUSED_AFTER_LOSS: Message = { id: "delete.refused-after-loss" };

/**
 * Deletes accounts of confirmed sessions: one call upstream, however often the form is sent. Two pages of a session share
 * a call that is under way, but not its receipt afterwards.
 */
export function createDeleteAccount(parts: CallParts) {
  const { authApi, coolDowns, ends, memory, calls, logger } = parts;

  async function remove(
    session: VerifiedSession,
    idempotencyKey: string,
    before: Before,
  ): Promise<CallResult> {
    const end = await ends.of(session);
    // A request without a key cannot be told from others and gets no receipt.
    const receiptKey = idempotencyKey === "" ? null : `receipt ${session.id} ${idempotencyKey}`;
    if (end !== null) {
      return (end === "deleted" && (await calls.find(receiptKey))) || { type: "ended-before" };
    }
    const mayBeLost = before !== "known" || session.lost !== undefined;
    const coolDown = coolDowns.until(session.id);
    if (coolDown > 0) return coolingDown(coolDown, mayBeLost ? REFUSED_AFTER_LOSS : undefined);
    const pageId = pageIdOf(session) ?? "";
    const reference = deletionNumber(session);
    const marked = await memory.mark(pageId);
    if (marked === null) return notSent(Date.now() + TRY_AGAIN_MS);
    // Another page may have left the session since: it looks for the mark after that, and says that nothing was deleted.
    if ((await ends.of(session)) !== null) {
      marked.forget();
      return { type: "ended-before" };
    }
    let answer: AccountDeleted;
    try {
      answer = await authApi.deleteProfile(session.token, joinReasons(session));
    } catch (error) {
      const { result, declined, coolDownUntil } = failedCall("delete", error, [session.token]);
      if (coolDownUntil !== undefined) coolDowns.note(session.id, coolDownUntil);
      const isRefused = declined || coolDownUntil !== undefined;
      // The browser may have lost the answer that said so, and its session knows nothing of it.
      const isAfterLoss = mayBeLost || marked.before === "yes";
      const unsure: Message | undefined =
        marked.before === "unknown" ? { id: "delete.unknown" } : undefined;
      const doubt = isAfterLoss ? REFUSED_AFTER_LOSS : unsure;
      const note = isRefused ? doubt : undefined;
      const isRefusedOnly = isRefused && isAfterLoss && coolDownUntil === undefined;
      const mayHaveHappened = result.mayHaveHappened || isRefusedOnly;
      if (mayHaveHappened) logger.warn({ reference }, "the answer to a deletion was lost");
      else marked.forget();
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
   * @param idempotencyKey the random id of the page that the form stood on; only a request with it gets the receipt again
   */
  return async (session: VerifiedSession, idempotencyKey: string): Promise<CallResult> => {
    const call = (before: Before) => remove(session, idempotencyKey, before);
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
