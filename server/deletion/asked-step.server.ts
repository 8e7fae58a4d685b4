import { receiptOf, type DeletionSession } from "./session.server";
import type { Place } from "./journey.server";

/** The URL's part that names a step. */
const PARAMETER = "step";

/** The query that asks for the page of a place, so that each step is an entry of the browser's history. */
export function stepQuery(place: Place): string {
  return new URLSearchParams({ [PARAMETER]: place }).toString();
}

/** The step that a URL asks for; null for none, which is where the person stands. */
export function askedStep(url: string): string | null {
  return new URL(url).searchParams.get(PARAMETER);
}

/**
 * What is shown to somebody who asks for a step. The URL is a hint and never trusted: it leads back to what may be
 * done again, and everywhere else to where the person stands. Their session stays as it is, so they can go forward.
 */
export function sessionAtStep(
  session: DeletionSession | null,
  step: string | null,
): DeletionSession | null {
  if (step === "phone") return session !== null && leadsBack[session.at] ? null : session;
  if (step === "reasons" && session?.at === "confirm") {
    return { ...session, at: "reasons", refused: undefined };
  }
  return step === "done" ? (receiptOf(session) ?? session) : session;
}

/** From where the first step is a way back. The others are the first step themselves, or a receipt. */
const leadsBack: Record<Place, boolean> = {
  phone: false,
  locked: false,
  expired: false,
  done: false,
  code: true,
  reasons: true,
  confirm: true,
  "not-registered": true,
  reactivation: true,
};
