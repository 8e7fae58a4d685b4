import type { Logger } from "../process/logger.server";
import { createBoundedMap } from "../process/memory-bounds.server";
import type { Redis } from "../redis/redis.server";
import { SESSION_MS } from "./session.server";

/** Marks that all instances share. Both methods reject while Redis is away. */
export type SharedMarks = Pick<Redis, "mark" | "isMarked">;

/** The sessions with which an account was deleted. Every copy of their cookies counts as none. */
export interface FinishedSessions {
  add(id: string): Promise<void>;
  has(id: string): Promise<boolean>;
}

/** @param shared null for a single instance; while it is away, each instance knows only its own deletions */
export function createFinishedSessions(
  shared: SharedMarks | null,
  logger: Pick<Logger, "error">,
): FinishedSessions {
  const own = createBoundedMap<number>("finishedSessions", { ttl: SESSION_MS });
  const nameOf = (id: string) => `deletion:finished:${id}`;
  return {
    async add(id) {
      own.set(id, 1);
      await shared?.mark(nameOf(id), SESSION_MS).catch((err: unknown) => {
        logger.error({ err }, "a finished deletion was not marked for other instances");
      });
    },
    async has(id) {
      if (own.has(id)) return true;
      return (await shared?.isMarked(nameOf(id)).catch(() => false)) ?? false;
    },
  };
}
