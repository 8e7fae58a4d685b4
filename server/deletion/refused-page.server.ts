import { placeOf, type DeletionSession } from "./session.server";
import { isLimit, type Refusal } from "./stored-refusal.server";

/**
 * The refusal that a page has to say: of its own step, asked for by name, and no limit whose time has passed.
 *
 * @param session what the page shows
 * @param asked the step that the URL asks for
 */
export function refusalAt(
  refusal: Refusal | null,
  session: DeletionSession | null,
  asked: string | null,
  now = Date.now(),
): Refusal | null {
  if (refusal === null || refusal.at !== asked || refusal.at !== placeOf(session)) return null;
  const isOver = isLimit(refusal) && (refusal.problem.retryAt ?? 0) <= now;
  return isOver ? null : refusal;
}

/** What a page shows in place of its session: the reasons as they were sent, which could not be kept there. */
export function withTyped(
  session: DeletionSession | null,
  refusal: Refusal | null,
): DeletionSession | null {
  return session?.at === "reasons" ? { ...session, ...refusal?.reasons } : session;
}

/** The reasons of a form that was refused. */
export function typedReasons(shown: DeletionSession | null | undefined): Refusal["reasons"] {
  if (shown?.at !== "reasons") return undefined;
  return { chosen: shown.chosen, others: shown.others };
}
