import type { Message } from "./call-results.server";
import type { DeletionMemory } from "./deletion-memory.server";
import type { DeletionForm } from "./form-fields.server";
import {
  receiptOf,
  type CodeSession,
  type DeletionSession,
  type SealedSession,
} from "./places.server";
import { pageIdOf, referenceOf, type SessionEnds } from "./session.server";

/** Message for a browser that still holds the session of an accepted code. */
export const CODE_USED: Message = { id: "verify.used" };

/**
 * Whether an earlier request may have deleted the account:
 * - `none`: no deletion was sent;
 * - an object: a deletion was sent and may have happened, with its reference number if that is known;
 * - `unknown`: a deletion may have been sent, and its record lost;
 * - `unasked`: like `unknown`, at a step where that does not matter.
 */
export type DeletionDoubt = "none" | "unknown" | "unasked" | { reference: string | undefined };

/** The message for a person whose account an earlier request may have deleted; undefined when none is needed. */
export function doubtMessage(doubt: DeletionDoubt): Message | undefined {
  if (doubt === "none" || doubt === "unasked") return undefined;
  if (doubt === "unknown") return { id: "delete.unknown" };
  const { reference } = doubt;
  if (reference === undefined) return { id: "delete.maybe" };
  return { id: "delete.maybe-reference", values: { reference } };
}

/** Determines what is unknown about a session's requests, after a lost answer or a loss of the deletion memory. */
export function createDoubts(ends: SessionEnds, memory: DeletionMemory) {
  /**
   * For display only: the session with a sent deletion added that its cookie does not know. That deletion may still be
   * running, so the result must not be sealed.
   */
  async function informed(session: DeletionSession | null): Promise<DeletionSession | null> {
    if (session === null || !("token" in session) || session.lost !== undefined) return session;
    const pageId = pageIdOf(session) ?? "";
    const before = await memory.sentBefore(pageId);
    return before === "yes" ? { ...session, lost: referenceOf(pageId) } : session;
  }

  /** @param pageId the page id of the session; empty when unknown */
  async function of(own: SealedSession | null, pageId: string): Promise<DeletionDoubt> {
    if (own?.at === "of-another-release") return "unknown";
    const reference =
      receiptOf(own)?.reference ?? (own !== null && "lost" in own ? own.lost : undefined);
    if (reference !== undefined) return { reference };
    // Only the request that deleted the account gets the number of the receipt.
    if (own !== null && (await ends.of(own)) === "deleted") return { reference };
    const before = await memory.sentBefore(pageId);
    if (before === "yes") return { reference: pageId === "" ? undefined : referenceOf(pageId) };
    return before === "no" ? "none" : "unknown";
  }

  /** The session of an accepted code, which a browser still holds because the answer was lost; otherwise null. */
  async function accepted(sealed: SealedSession | null): Promise<CodeSession | null> {
    return sealed?.at === "code" && (await ends.of(sealed)) === "code-used" ? sealed : null;
  }

  return {
    informed,
    accepted,
    /**
     * Whether an earlier request may have deleted the account of a form's session. At the step of the code, an
     * unknown effect counts as none.
     *
     * @param own the session of the form, if the browser still holds it
     */
    async ofForm(form: DeletionForm, own: SealedSession | null): Promise<DeletionDoubt> {
      const doubt = await of(own, form.session);
      const isOfCode = form.intent === "verify" || form.intent === "resend";
      return doubt === "unknown" && isOfCode ? "unasked" : doubt;
    },
    /**
     * The message on a loaded page about a deletion that may have happened.
     *
     * @param session the current session
     * @param shown the session that the page shows
     */
    onPage: async (
      sealed: SealedSession | null,
      session: DeletionSession | null,
      shown: DeletionSession | null,
    ): Promise<Message | undefined> => {
      if (session === null) {
        if (await accepted(sealed)) return CODE_USED;
        const mayHaveDeleted = sealed?.at === "of-another-release" || (sealed && "token" in sealed);
        return mayHaveDeleted ? doubtMessage(await of(sealed, pageIdOf(sealed) ?? "")) : undefined;
      }
      // The confirmation step itself explains that a deletion may have happened, and what to do.
      if (shown?.at === "confirm") return undefined;
      const view = await informed(session);
      const reference = view !== null && "lost" in view ? view.lost : undefined;
      return reference === undefined ? undefined : doubtMessage({ reference });
    },
  };
}
