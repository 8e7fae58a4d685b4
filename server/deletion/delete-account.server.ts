import { z } from "zod";
import type { Logger } from "../process/logger.server";
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
import type { Before, CreateIdempotentCalls } from "./idempotent-calls.server";
import { callFailure } from "./failure-messages.server";
import { message } from "./messages.server";
import type { SessionEnds } from "./session-end.server";
import { joinReasons } from "./reasons.server";
import { referenceOf } from "./reference-number.server";

export interface DeleteAccount {
  /**
   * Deletes the account of a confirmed session: one call upstream, however often the form is sent.
   *
   * @param idempotencyKey the random id of the page that the form stood on; only a request with it gets the receipt again
   * @returns null when the session had ended before
   */
  run(session: VerifiedSession, idempotencyKey: string): Promise<DeletionOutcome | null>;
}

export interface DeleteAccountParts {
  authApi: AuthApi;
  coolDowns: CoolDowns;
  ends: SessionEnds;
  memory: DeletionMemory;
  idempotentCalls: CreateIdempotentCalls;
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

/** After how long a deletion is tried again that an instance could not mark which has just begun. */
const TRY_AGAIN_MS = 5_000;

export function createDeleteAccount(parts: DeleteAccountParts): DeleteAccount {
  const { authApi, coolDowns, ends, memory, logger } = parts;
  /** Two pages of a session share a call that is under way, but not its receipt afterwards. */
  const calls = parts.idempotentCalls<Deleted>({
    name: "delete",
    schema: deleted,
    hadEffect,
    unknown: { kind: "unknown" },
  });

  async function remove(
    session: VerifiedSession,
    idempotencyKey: string,
    before: Before,
  ): Promise<Deleted> {
    const end = await ends.of(session);
    if (end === "left") return { kind: "gone" };
    if (end === "deleted") {
      const kept = idempotencyKey && (await calls.find(requestOf(session, idempotencyKey)));
      return kept || { kind: "gone" };
    }
    const mayBeLost = before !== "known" || session.lost !== undefined;
    const restUntil = coolDowns.until(session.id);
    if (restUntil > 0) {
      const message = limitMessage({ cause: "delete" });
      return { kind: "failed", message, status: 502, restUntil, refusedAfterLoss: mayBeLost };
    }
    const pageId = pageIdOf(session) ?? "";
    const reference = numberOf(session);
    const marked = await memory.mark({ idempotencyKey, pageId });
    if (marked === null) {
      const message = { id: "delete.unanswered" } as const;
      const placeAt = Date.now() + TRY_AGAIN_MS;
      return { kind: "failed", message, status: 503, placeAt, refusedAfterLoss: false };
    }
    // The browser may have lost the answer that said so, and its session knows nothing of it.
    const mayBeDone = mayBeLost || marked.before === "yes";
    const mayForget = !mayBeDone && marked.before === "unknown";
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
        marked.forget();
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
    const done: Deleted = { kind: "done", receipt };
    // A request without a key cannot be told from others and gets none.
    if (idempotencyKey !== "") {
      await calls.keep(requestOf(session, idempotencyKey), done, receipt.until);
    }
    // A counter that fails must not become the person's failure: what the upstream said is what happened.
    await ends
      .mark(session, "deleted")
      .catch((err: unknown) => logger.error({ err, reference }, "a deletion was not counted"));
    return done;
  }

  return {
    async run(session, idempotencyKey) {
      const call = (before: Before) => remove(session, idempotencyKey, before);
      return outcome(session, await calls.run(session.id, session.id, call), logger);
    },
  };
}

function hadEffect(result: Deleted) {
  if (result.kind === "failed") return result.lost === undefined ? "no" : "unknown";
  return result.kind === "unknown" ? "unknown" : "yes";
}

const requestOf = ({ id }: VerifiedSession, idempotencyKey: string) => `${id} ${idempotencyKey}`;

/** The number of a session's deletion. Whoever was given another one by a release before keeps it. */
const numberOf = (session: VerifiedSession) => session.lost ?? referenceOf(pageIdOf(session) ?? "");

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
