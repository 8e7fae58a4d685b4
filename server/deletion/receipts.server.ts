import { z } from "zod";
import { luaScript } from "../redis/lua-script.server";
import { ifThere } from "../redis/redis-error.server";
import type { Redis } from "../redis/redis.server";
import { finishedSession, SESSION_MS, type FinishedSession } from "./session.server";
import { createBoundedMap } from "../memory-bounds.server";

/** As Redis keeps a receipt. A later release may keep another version, which nobody here can read. */
const VERSION = 1;
const readable = z.object({ version: z.literal(VERSION).optional() });

/** KEYS: name. ARGV: receipt, its milliseconds. */
const KEEP = luaScript("receipt-keep", "redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])");

/**
 * Receipts by the idempotency key of the request that deleted: when our answer was lost on its way, a request with the
 * same key gets it again.
 */
export interface Receipts {
  /** Stores a receipt until it ends; a request without a key cannot be told from others and gets none. */
  keep(sessionId: string, idempotencyKey: string, receipt: FinishedSession): Promise<void>;
  find(sessionId: string, idempotencyKey: string): Promise<FinishedSession | null>;
}

/**
 * @param redis where other instances find them; null for none
 * @param fingerprint hashes a key, so that who reads Redis cannot make it
 */
export function createReceipts(
  redis: Redis | null,
  fingerprint: (text: string) => string,
): Receipts {
  const own = createBoundedMap<FinishedSession>("receipts", { ttl: SESSION_MS });
  const nameOf = (sessionId: string, idempotencyKey: string) =>
    `deletion:receipt:${fingerprint(`${sessionId} ${idempotencyKey}`)}`;

  return {
    async keep(sessionId, idempotencyKey, receipt) {
      if (idempotencyKey === "") return;
      const name = nameOf(sessionId, idempotencyKey);
      own.set(name, receipt);
      if (redis === null) return;
      const asked = redis.script(
        KEEP,
        [name],
        [JSON.stringify({ ...receipt, version: VERSION }), SESSION_MS],
      );
      await ifThere<unknown>(asked, () => null);
    },
    async find(sessionId, idempotencyKey) {
      if (idempotencyKey === "") return null;
      const name = nameOf(sessionId, idempotencyKey);
      const known = own.get(name);
      if (known !== undefined || redis === null) return known ?? null;
      const asked = redis.run("receipt-find", (commands) => commands.get(name));
      const text = await ifThere(asked, () => null);
      return text === null ? null : read(text);
    },
  };
}

/** Null for what another release has stored in another way. */
function read(text: string): FinishedSession | null {
  try {
    const stored: unknown = JSON.parse(text);
    readable.parse(stored);
    return finishedSession.parse(stored);
  } catch {
    return null;
  }
}
