import type { Limits, Use } from "../limits/limits.server";
import type { Logger } from "../process/logger.server";
import type { DeletionSession } from "./places.server";
import { keyOf } from "./session.server";

/**
 * How a session ended before its time: its account was deleted, its owner left it, for another one too, or its code was
 * accepted, and it goes on without that step.
 */
export type SessionEnd = "deleted" | "left" | "code-used";

/** Which sessions have ended, on every instance: a copy of their cookie is the same as none. */
export interface SessionEnds {
  /** How a session has ended; null while it has not. */
  of(session: DeletionSession): Promise<SessionEnd | null>;
  /** @param reference of the deletion that ends the session */
  markDeleted(session: DeletionSession, reference: string): Promise<void>;
  markLeft(session: DeletionSession): Promise<void>;
  /** From now on a copy of a session that another one has replaced is the same as none, or is so at its code alone. */
  markReplaced(before: DeletionSession, after: DeletionSession | null): Promise<void>;
}

/** Marks are kept among the limits, which all instances share. One that fails must not become the person's failure. */
export function createSessionEnds(limits: Limits, logger: Pick<Logger, "error">): SessionEnds {
  const isMarked = async (...uses: Use[]) => (await limits.freeAt(uses)) > 0;
  async function mark(use: Use, words: string, more: object = {}): Promise<void> {
    await limits.take([use]).catch((err: unknown) => logger.error({ err, ...more }, words));
  }
  async function markLeft(key: string | null): Promise<void> {
    if (key !== null) await mark(leftUse(key), "a session was not marked as ended");
  }
  return {
    async of(session) {
      const key = keyOf(session);
      if (key === null) return null;
      const codeUse = session.at === "code" ? [leftUse(codeOf(key))] : [];
      if (!(await isMarked(deletedUse(key), leftUse(key), ...codeUse))) return null;
      if (await isMarked(deletedUse(key))) return "deleted";
      return (await isMarked(leftUse(key))) ? "left" : "code-used";
    },
    async markDeleted(session, reference) {
      const key = keyOf(session);
      if (key !== null)
        await mark(deletedUse(key), "a session was not marked as deleted", { reference });
    },
    markLeft: (session) => markLeft(keyOf(session)),
    async markReplaced(before, after) {
      const key = keyOf(before);
      if (after === null || keyOf(after) !== key) await markLeft(key);
      else if (before.at === "code" && after.at !== "code") await markLeft(codeOf(before.id));
    },
  };
}

const deletedUse = (key: string): Use => ({ rule: "deletionFinished", key });
const leftUse = (key: string): Use => ({ rule: "sessionLeft", key });

const codeOf = (id: string) => `${id} code`;
