import { z } from "zod";
import type { Limits, Use } from "../limits/limits.server";
import type { Logger } from "../process/logger.server";
import type { Redis } from "../redis/redis.server";
import type { AuthApi } from "../upstream/auth-api.server";
import type { AccountDeleted } from "../upstream/contracts/auth.server";
import type { CoolDowns } from "../resilience/cool-down.server";
import { failedCall, limited, limitMessage, type DeletionOutcome } from "./outcome.server";
import {
  finishedSession,
  pageIdOf,
  SESSION_MS,
  type FinishedSession,
  type VerifiedSession,
} from "./session.server";
import type { DeletionMemory } from "./deletion-memory.server";
import { callFailure } from "./failure-messages.server";
import type { KeepsAnswers } from "./kept-answers.server";
import { message } from "./messages.server";
import type { SessionEnds } from "./session-end.server";
import { joinReasons } from "./reasons.server";
import { referenceOf } from "./reference-number.server";
import { createRedisSingleFlight } from "./redis-single-flight.server";
import { createSingleFlight, type Flights } from "../resilience/single-flight.server";

export interface DeleteAccount {
  /**
   * Deletes the account of a confirmed session: one call upstream, however often the form is sent.
   *
   * @param idempotencyKey the random id of the page that the form stood on; only a request with it gets the receipt again
   * @returns null when the session had ended before
   */
  run(session: VerifiedSession, idempotencyKey: string): Promise<DeletionOutcome | null>;
  /**
   * Whether a deletion that may have been done was sent by a request with this key, or for the session that this is the
   * page's id of.
   */
  wasSent(idempotencyKey: string, pageId: string): Promise<boolean>;
}

export interface DeleteAccountParts {
  authApi: AuthApi;
  limits: Limits;
  coolDowns: CoolDowns;
  ends: SessionEnds;
  memory: DeletionMemory;
  keepsAnswers: KeepsAnswers;
  /** Where deletions under way are shared with other instances; null for none. */
  redis: Redis | null;
  logger: Logger;
}

/** What became of a deletion. */
const deleted = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("done"), receipt: finishedSession }),
  /** Another instance cannot be seen any more that was about to, or has told of it in a way that cannot be read here. */
  z.object({ kind: z.literal("unknown") }),
  /** Its session ended before, by this or by its owner. */
  z.object({ kind: z.literal("gone") }),
  z.object({
    kind: z.literal("failed"),
    message,
    said: z.string().optional(),
    status: z.literal([400, 502, 503]),
    /** With 503: when there may be a place for the call again, in milliseconds since 1970. */
    placeAt: z.number().optional(),
    /** Until when the auth API wants to be left alone with it, in milliseconds since 1970. */
    restUntil: z.number().optional(),
    /** Refused after a deletion whose end nobody knows. */
    refusedAfterLoss: z.boolean(),
    /** Refused where an earlier deletion of the same session may have been forgotten. */
    unsure: z.boolean().optional(),
    /** The reference number of a deletion that may have happened all the same. */
    lost: z.string().optional(),
  }),
]);
type Deleted = z.infer<typeof deleted>;

export function createDeleteAccount(parts: DeleteAccountParts): DeleteAccount {
  const { authApi, limits, coolDowns, ends, memory, logger } = parts;
  const requests = flights(parts.redis);
  const receipts = parts.keepsAnswers("receipt", finishedSession);

  /**
   * Remembers by whom a deletion is sent.
   *
   * @returns `before`: whether one was sent earlier that may have happened; `forget`: for one that did not happen
   */
  async function remember(uses: readonly Use[]) {
    // Nobody is kept from deleting an account by a counter that fails.
    const takes = uses.map((use) => limits.take([use]).catch(() => null));
    const verdicts = await Promise.all(takes);
    const taken = uses.filter((_, index) => verdicts[index]?.ok);
    return {
      before: verdicts.some((verdict) => verdict?.ok === false),
      forget: async () => {
        if (taken.length > 0) await limits.giveBack(taken);
      },
    };
  }

  async function remove(
    session: VerifiedSession,
    idempotencyKey: string,
    abandoned: boolean,
  ): Promise<Deleted> {
    const end = await ends.of(session);
    if (end === "left") return { kind: "gone" };
    if (end === "deleted") {
      const receipt = idempotencyKey && (await receipts.find(requestOf(session, idempotencyKey)));
      return receipt ? { kind: "done", receipt } : { kind: "gone" };
    }
    const mayBeLost = abandoned || session.lost !== undefined;
    const restUntil = coolDowns.until(session.id);
    if (restUntil > 0) {
      const message = limitMessage({ cause: "delete" });
      return { kind: "failed", message, status: 502, restUntil, refusedAfterLoss: mayBeLost };
    }
    const pageId = pageIdOf(session) ?? "";
    const reference = numberOf(session);
    const { before, forget } = await remember(sentWith(idempotencyKey, pageId));
    await memory.noteMark();
    // The browser may have lost the answer that said so, and its session knows nothing of it.
    const mayBeDone = mayBeLost || before;
    const mayForget = !mayBeDone && !(await memory.isWhole(pageId));
    let answer: AccountDeleted;
    try {
      answer = await authApi.deleteProfile(session.token, joinReasons(session));
    } catch (error) {
      const failure = callFailure("delete", error, [session.token]);
      const { message, said, status, declined, retryAt, placeAt } = failure;
      if (retryAt !== undefined) coolDowns.note(session.id, retryAt);
      const isRefused = declined || retryAt !== undefined;
      const refusedAfterLoss = isRefused && mayBeDone;
      const failed: Deleted = {
        kind: "failed",
        message,
        said,
        status,
        placeAt,
        restUntil: retryAt,
        refusedAfterLoss,
        ...(isRefused && mayForget && { unsure: true }),
      };
      const refusedOnly = refusedAfterLoss && retryAt === undefined;
      if (!failure.mayHaveHappened && !refusedOnly) {
        await forget();
        return failed;
      }
      logger.warn({ reference }, "the answer to a deletion was lost");
      return { ...failed, lost: reference };
    }
    const now = Date.now();
    const deletedAt = answer.deletedAt ?? now;
    logger.info({ reference, deletedAt: new Date(deletedAt).toISOString() }, "account deleted");
    const receipt: FinishedSession = {
      at: "done",
      reference,
      deletedAt,
      until: now + SESSION_MS,
      of: pageId,
    };
    // A request without a key cannot be told from others and gets none.
    if (idempotencyKey !== "") {
      await receipts.keep(requestOf(session, idempotencyKey), receipt, receipt.until);
    }
    // A counter that fails must not become the person's failure: what the upstream said is what happened.
    await ends
      .mark(session, "deleted")
      .catch((err: unknown) => logger.error({ err, reference }, "a deletion was not counted"));
    return { kind: "done", receipt };
  }

  return {
    async run(session, idempotencyKey) {
      const call = (abandoned: boolean) => remove(session, idempotencyKey, abandoned);
      return outcome(session, await requests.run(session.id, call), logger);
    },
    async wasSent(idempotencyKey, pageId) {
      const uses = sentWith(idempotencyKey, pageId);
      return uses.length > 0 && (await limits.freeAt(uses)) > 0;
    },
  };
}

function flights(redis: Redis | null): Flights<Deleted> {
  if (redis === null) return createSingleFlight();
  return createRedisSingleFlight({
    redis,
    name: "deletion",
    schema: deleted,
    unreadable: { kind: "unknown" },
    settled: (one) => one.kind !== "failed" || (one.lost === undefined && !one.refusedAfterLoss),
    outOfSight: { kind: "unknown" },
  });
}

const requestOf = ({ id }: VerifiedSession, idempotencyKey: string) => `${id} ${idempotencyKey}`;

/** The number of a session's deletion. Whoever was given another one by a release before keeps it. */
const numberOf = (session: VerifiedSession) => session.lost ?? referenceOf(pageIdOf(session) ?? "");

/** A request without a key, or of no session, cannot be told from others. */
function sentWith(idempotencyKey: string, pageId: string): Use[] {
  const keys = [idempotencyKey, pageId && `page ${pageId}`];
  return keys.filter((key) => key !== "").map((key) => ({ rule: "deletionPressed", key }));
}

/** What a refusal can mean beside what it says. */
function noteOf({ refusedAfterLoss, unsure }: Extract<Deleted, { kind: "failed" }>) {
  if (refusedAfterLoss) return { id: "delete.refused-after-loss" } as const;
  return unsure ? ({ id: "delete.unknown" } as const) : undefined;
}

function outcome(
  session: VerifiedSession,
  result: Deleted,
  logger: Pick<Logger, "warn">,
): DeletionOutcome | null {
  switch (result.kind) {
    case "done":
      return { kind: "moved", session: result.receipt };
    case "gone":
      return null;
    case "unknown": {
      const lost = numberOf(session);
      logger.warn({ reference: lost }, "the answer to a deletion was lost");
      const problem = { message: { id: "delete.unanswered" } } as const;
      return { kind: "stayed", session: { ...session, lost }, status: 502, problem };
    }
    case "failed": {
      const { message, said, restUntil, lost } = result;
      const note = noteOf(result);
      if (restUntil !== undefined && lost === undefined) {
        const refused = { cause: "delete", until: restUntil } as const;
        return limited({ ...session, refused }, refused, note);
      }
      const problem = { message, said, ...(note && { note }) };
      const knowing = lost === undefined ? session : { ...session, lost };
      return failedCall(knowing, result, problem);
    }
  }
}
