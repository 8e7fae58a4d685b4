import { randomUUID } from "node:crypto";
import { DAY_MS } from "~/lib/day";
import { freeToSend, triesLeft, type CallParts } from "./calls.server";
import { LONGEST_OTHERS, maskPhone, reasonIds } from "./form-fields.server";
import type { Problem, Shown } from "./outcome.server";
import { referenceOf, type DeletionSession } from "./session.server";

/** Days between a deletion and the permanent erasure. */
const GRACE_DAYS = 90;

/** When an account is erased permanently. Takes and returns milliseconds since 1970. */
const erasureOf = (deletedAt: number) => deletedAt + GRACE_DAYS * DAY_MS;

export type DeletionPlace = Awaited<ReturnType<typeof placeOf>>;
export type PlaceAt<At extends DeletionPlace["at"]> = DeletionPlace & { at: At };

export interface DeletionPage {
  place: DeletionPlace;
  /** Reference of the session that the forms belong to; empty for the first step. */
  session: string;
  /** A random id of this page: equal presses of its forms count as one. */
  press: string;
  /** The server's time, for countdowns. */
  now: number;
  /** When the account is erased permanently, or would be after a deletion now; null when that is unknown. */
  erasedAt: number | null;
  /** The reference of a deletion that may have happened: no confirmation of the auth API came after Delete. */
  maybeDeleted: string | null;
  problem: Problem | null;
  /** What was typed into the field of the step, when its form was refused. */
  typed: string;
}

/** Makes the page of a session. It contains no secret: the phone is masked. */
export async function deletionPage(
  parts: CallParts,
  { shown, problem, maybeDeleted }: Shown,
  typed = "",
): Promise<DeletionPage> {
  const now = Date.now();
  const place = await placeOf(parts, shown, now);
  const lost = maybeDeleted ?? lostDeletion(shown);
  return {
    place,
    session: shown === null ? "" : referenceOf(shown),
    press: randomUUID(),
    now,
    erasedAt: lost === null ? shownErasure(shown, now) : null,
    maybeDeleted: lost,
    problem: problem ?? codeProblem(place, now),
    typed,
  };
}

/** Whether a text from a URL names a step from which a person without a session could not go on. */
export function needsSession(step: string | null): boolean {
  return ["code", "reasons", "confirm", "signed-out", "reactivation"].includes(step ?? "");
}

async function placeOf(parts: CallParts, session: DeletionSession | null, now: number) {
  switch (session?.at) {
    case undefined:
      return { at: "phone" as const };
    case "code": {
      const { at, phone, codeUntil } = session;
      const [resendAt, tries] = await Promise.all([
        freeToSend(parts, phone),
        triesLeft(parts, session),
      ]);
      return {
        at,
        maskedPhone: maskPhone(phone),
        goodUntil: codeUntil,
        /** When the code can be sent again; 0 when it can be sent now. */
        resendAt,
        /** Number of tries left before the OTP session ends. */
        triesLeft: tries,
      };
    }
    case "reasons":
    case "confirm": {
      const { at, chosen, others, until, phone } = session;
      return {
        at,
        /** All reasons to choose from. */
        reasons: reasonIds,
        longestOthers: LONGEST_OTHERS,
        chosen,
        others,
        /** When the session ends. */
        goodUntil: until,
        /** The last four digits of the number. */
        phoneEnd: phone.slice(-4),
      };
    }
    case "signed-out":
      return { at: session.at, maskedPhone: maskPhone(session.phone) };
    case "not-registered":
      return { at: session.at };
    case "done":
      return { at: "done" as const, deletedAt: session.deletedAt };
    case "reactivation": {
      const { deletedAt } = session;
      const daysLeft = deletedAt && Math.max(0, Math.ceil((erasureOf(deletedAt) - now) / DAY_MS));
      return { at: "reactivation" as const, daysRemaining: daysLeft };
    }
  }
}

function shownErasure(session: DeletionSession | null, now: number): number | null {
  const deletedAt = session !== null && "deletedAt" in session ? session.deletedAt : now;
  return deletedAt !== null && erasureOf(deletedAt) > now ? erasureOf(deletedAt) : null;
}

function lostDeletion(session: DeletionSession | null): string | null {
  if (session === null) return null;
  const isLost = session.at === "signed-out" || ("lost" in session && session.lost);
  return isLost ? referenceOf(session) : null;
}

/** Why a code cannot be used any more. */
function codeProblem(place: DeletionPlace, now: number): Problem | null {
  if (place.at !== "code") return null;
  if (place.goodUntil <= now) return { message: "problem.expired" };
  if (place.triesLeft > 0) return null;
  const { resendAt } = place;
  return { message: "limit.tries", retryAt: resendAt || undefined };
}
