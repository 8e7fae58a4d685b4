import type { Limits, Use } from "../limits/limits.server";
import type { CodeSession, DeletionSession } from "./session.server";

/**
 * How a session ended before its time: its account was deleted, its owner left it, for another one too, or its code was
 * accepted, and it goes on without that step.
 */
export type SessionEnd = "deleted" | "left" | "code-used";

/** Which sessions have ended, on every instance: a copy of their cookie is the same as none. */
export interface SessionEnds {
  /** How a session has ended; null while it has not. */
  of(session: DeletionSession): Promise<SessionEnd | null>;
  mark(session: DeletionSession, end: keyof typeof rules): Promise<void>;
  /** Ends the step of the code alone: its session goes on without it. */
  markCodeUsed(session: CodeSession): Promise<void>;
}

const rules = { deleted: "deletionFinished", left: "sessionLeft" } as const;

/** Marks are kept among the limits, which all instances share. */
export function createSessionEnds(limits: Limits): SessionEnds {
  const use = (key: string, end: keyof typeof rules): Use => ({ rule: rules[end], key });
  const isMarked = async (...uses: Use[]) => (await limits.freeAt(uses)) > 0;
  return {
    async of(session) {
      const key = keyOf(session);
      if (key === null) return null;
      const codeUse = session.at === "code" ? [use(codeOf(session), "left")] : [];
      if (!(await isMarked(use(key, "deleted"), use(key, "left"), ...codeUse))) return null;
      if (await isMarked(use(key, "deleted"))) return "deleted";
      return (await isMarked(use(key, "left"))) ? "left" : "code-used";
    },
    async mark(session, end) {
      const key = keyOf(session);
      if (key !== null) await limits.take([use(key, end)]);
    },
    async markCodeUsed(session) {
      await limits.take([use(codeOf(session), "left")]);
    },
  };
}

const codeOf = ({ id }: CodeSession) => `${id} code`;

/** What tells a session from every other; null where there is nothing to end. */
export function keyOf(session: DeletionSession): string | null {
  if (session.at === "done") return session.reference;
  if (session.at === "phone") return `${session.receipt.reference} left behind`;
  return "id" in session ? (session.id ?? null) : null;
}
