import { hkdfSync } from "node:crypto";
import { CompactEncrypt, compactDecrypt } from "jose";
import type { z } from "zod";
import { createBoundedMap, sharedBounds, textBytes } from "../process/memory-bounds.server";
import { LUA_NOW, luaScript } from "../redis/lua-script.server";
import { ifThere } from "../redis/redis-error.server";
import type { Redis } from "../redis/redis.server";

/**
 * KEYS: name, index of all names by when they end. ARGV: answer, its milliseconds. Beyond the bound those that end
 * soonest go first.
 */
const KEEP = luaScript(
  "answer-keep",
  `${LUA_NOW}
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('ZADD', KEYS[2], now + ARGV[2], KEYS[1])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
local over = redis.call('ZCARD', KEYS[2]) - ${sharedBounds.keptAnswers.keys}
local soonest = over > 0 and redis.call('ZPOPMIN', KEYS[2], over) or {}
for i = 1, #soonest, 2 do redis.call('DEL', soonest[i]) end
redis.call('PEXPIRE', KEYS[2], 86400000)`,
);

/**
 * Sealed with what only the request itself holds: who reads Redis, or the memory of this process, learns neither tokens
 * nor OTP sessions from it.
 */
const HEADER = { alg: "dir", enc: "A256GCM" } as const;
const keyFor = (request: string) =>
  new Uint8Array(hkdfSync("sha256", request, "", "pulse account deletion answer", 32));

/**
 * Answers to forms, for whoever did not get them: the same request is answered the same again, on every instance.
 *
 * `request` is what only the same request holds: a session's random id or a page's idempotency key, and what was typed.
 */
export interface KeptAnswers<T> {
  /** @param until when it is forgotten, in milliseconds since 1970 */
  keep(request: string, answer: T, until: number): Promise<void>;
  /** Null also for what another release has kept in another way. */
  find(request: string): Promise<T | null>;
}

/** Makes {@link KeptAnswers} of one kind of form; all kinds share one bound. */
export type KeepsAnswers = <T>(kind: string, schema: z.ZodType<T>) => KeptAnswers<T>;

/**
 * @param redis where other instances find them; null for none
 * @param fingerprint hashes a request, so that who reads Redis cannot repeat it
 */
export function createKeepsAnswers(
  redis: Redis | null,
  fingerprint: (text: string) => string,
): KeepsAnswers {
  const own = createBoundedMap<{ sealed: string; until: number }>("keptAnswers", {
    weigh: ({ sealed }) => textBytes(sealed),
  });
  async function findShared(name: string): Promise<string | null> {
    if (redis === null) return null;
    const asked = redis.run("answer-find", (commands) => commands.get(name));
    return ifThere(asked, () => null);
  }
  return (kind, schema) => {
    const nameOf = (request: string) => `deletion:answer:${fingerprint(`${kind} ${request}`)}`;
    const read = (text: string) => schema.safeParse(JSON.parse(text)).data ?? null;
    return {
      async keep(request, answer, until) {
        const [name, ttl] = [nameOf(request), Math.max(1, until - Date.now())];
        const sealed = await seal(JSON.stringify(answer), request);
        own.set(name, { sealed, until }, { ttl });
        if (redis === null) return;
        const asked = redis.script(KEEP, [name, "deletion:answers"], [sealed, ttl]);
        await ifThere<unknown>(asked, () => null);
      },
      async find(request) {
        const name = nameOf(request);
        const known = own.get(name);
        if (known !== undefined && known.until <= Date.now()) return null;
        const sealed = known?.sealed ?? (await findShared(name));
        const text = sealed && (await unseal(sealed, request));
        return text ? read(text) : null;
      },
    };
  };
}

function seal(text: string, request: string): Promise<string> {
  return new CompactEncrypt(Buffer.from(text)).setProtectedHeader(HEADER).encrypt(keyFor(request));
}

async function unseal(sealed: string, request: string): Promise<string | null> {
  try {
    const opened = await compactDecrypt(sealed, keyFor(request));
    return Buffer.from(opened.plaintext).toString();
  } catch {
    return null;
  }
}
