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

/** What is said to whoever holds a session whose code was accepted. */
export const CODE_USED: Message = { id: "verify.used" };

/**
 * What is known of a deletion by an earlier request:
 * - `none`: no deletion was sent;
 * - an object: one was sent that may have been done, with its reference number where that is known;
 * - `unknown`: a deletion may have been sent, and what was known of it forgotten;
 * - `unasked`: the same, at a step where nobody asks for it.
 */
export type Doubt = "none" | "unknown" | "unasked" | { reference: string | undefined };

/** What a person is told whose deletion may have been done by an earlier request. */
export function doubtful(doubt: Doubt): Message | undefined {
  if (doubt === "none" || doubt === "unasked") return undefined;
  if (doubt === "unknown") return { id: "delete.unknown" };
  const { reference } = doubt;
  if (reference === undefined) return { id: "delete.maybe" };
  return { id: "delete.maybe-reference", values: { reference } };
}

/** What is not known of a session's requests, because an answer was lost or the memory of deletions has begun anew. */
export function createDoubts(ends: SessionEnds, memory: DeletionMemory) {
  /**
   * For the page alone: a session that knows of a deletion that was sent, also where its cookie does not. That deletion
   * may still be on its way, so this must not be sealed.
   */
  async function informed(session: DeletionSession | null): Promise<DeletionSession | null> {
    if (session === null || !("token" in session) || session.lost !== undefined) return session;
    const pageId = pageIdOf(session) ?? "";
    const before = await memory.sentBefore(pageId);
    return before === "yes" ? { ...session, lost: referenceOf(pageId) } : session;
  }

  /** @param pageId what its pages name the session by; empty where that is not known */
  async function of(own: SealedSession | null, pageId: string): Promise<Doubt> {
    if (own?.at === "of-another-release") return "unknown";
    const reference =
      receiptOf(own)?.reference ?? (own !== null && "lost" in own ? own.lost : undefined);
    if (reference !== undefined) return { reference };
    // The receipt's number is for the request that deleted alone.
    if (own !== null && (await ends.of(own)) === "deleted") return { reference };
    const before = await memory.sentBefore(pageId);
    if (before === "yes") return { reference: pageId === "" ? undefined : referenceOf(pageId) };
    return before === "no" ? "none" : "unknown";
  }

  /** A session whose code was accepted, which the browser still holds as it never got the answer; else null. */
  async function accepted(sealed: SealedSession | null): Promise<CodeSession | null> {
    return sealed?.at === "code" && (await ends.of(sealed)) === "code-used" ? sealed : null;
  }

  return {
    informed,
    accepted,
    /**
     * For a form, whose page names the session: whether an earlier request may have deleted its account. Nobody asks at a
     * code whether an account was deleted.
     *
     * @param own the session of the form, where the browser still holds it
     */
    async ofForm(form: DeletionForm, own: SealedSession | null): Promise<Doubt> {
      const doubt = await of(own, form.session);
      const isOfCode = form.intent === "verify" || form.intent === "resend";
      return doubt === "unknown" && isOfCode ? "unasked" : doubt;
    },
    /**
     * What is to be said on a page that is loaded, of a deletion that may have been done.
     *
     * @param session where the person stands
     * @param shown what the page shows of it
     */
    onPage: async (
      sealed: SealedSession | null,
      session: DeletionSession | null,
      shown: DeletionSession | null,
    ): Promise<Message | undefined> => {
      if (session === null) {
        if (await accepted(sealed)) return CODE_USED;
        const isAsked = sealed?.at === "of-another-release" || (sealed && "token" in sealed);
        return isAsked ? doubtful(await of(sealed, pageIdOf(sealed) ?? "")) : undefined;
      }
      // The confirmation itself says that a deletion may have been done, and what to do.
      if (shown?.at === "confirm") return undefined;
      const known = await informed(session);
      const reference = known !== null && "lost" in known ? known.lost : undefined;
      return reference === undefined ? undefined : doubtful({ reference });
    },
  };
}
