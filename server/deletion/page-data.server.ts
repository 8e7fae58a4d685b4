import { erasedAt } from "./grace-period.server";
import {
  placeOf,
  places,
  placeView,
  type CodeState,
  type DeletionPlace,
  type DeletionSession,
} from "./places.server";
import { pageIdOf } from "./session.server";

export interface DeletionPage {
  place: DeletionPlace;
  /** What its forms name their session by; null where there is none that they could spoil. */
  session: string | null;
  /** Idempotency key: repeated requests of its forms are one. */
  idempotencyKey: string;
  /** The query of the address of the receipt's calendar file; null without a receipt. */
  calendar: string | null;
  /** The progress dot that is current. */
  step: 1 | 2 | 3;
  /** The server's time, for countdowns. */
  now: number;
  /** When the account is erased for good: this account's date, else the date if it is deleted now. */
  erasedAt: number;
}

/**
 * The page of a session.
 *
 * @param code null where no code is waited for
 * @param idempotencyKey the page's random id
 */
export function deletionPage(
  session: DeletionSession | null,
  now: number,
  code: CodeState | null,
  idempotencyKey: string,
): Omit<DeletionPage, "calendar"> {
  const deletedAt = session !== null && "deletedAt" in session ? session.deletedAt : null;
  return {
    place: placeView(session, now, code),
    session: pageIdOf(session),
    idempotencyKey,
    step: places[placeOf(session)].step,
    now,
    erasedAt: erasedAt(deletedAt ?? now),
  };
}
