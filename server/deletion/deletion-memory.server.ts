import { randomBytes } from "node:crypto";
import { z } from "zod";
import { limitRules } from "../limits/limit-rules.server";
import { luaScript } from "../redis/lua-script.server";
import { ifThere } from "../redis/redis-error.server";
import type { Redis } from "../redis/redis.server";

/** KEYS: the name of the memory. ARGV: a new name, its milliseconds, 1 to begin a new memory. */
const NAME = luaScript(
  "memory-name",
  `if ARGV[3] == '1' then redis.call('DEL', KEYS[1]) end
redis.call('SET', KEYS[1], ARGV[1], 'NX')
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('GET', KEYS[1])`,
);
const KEY = "deletion:memory";

/** How long a deletion that was sent is remembered. */
const KEPT_MS = limitRules.deletionPressed.seconds * 1000;

/**
 * For how long everything has been remembered that forms of the deletion did. That a deletion is not remembered says
 * only then that there was none, when nothing can have been forgotten since its session began: not by a restart, not
 * on another instance, and not while Redis was away. So a session's id names the memory that it began in, and when.
 */
export interface DeletionMemory {
  /** Call when a deletion that is about to be sent was marked: whether the mark can have reached the others. */
  noteMark(): Promise<void>;
  /** A random id for a session that begins now. */
  newSessionId(): Promise<string>;
  /**
   * Whether all is remembered that has happened in a session. Ask after what was looked up.
   *
   * @param pageId what pages name the session by
   */
  isWhole(pageId: string): Promise<boolean>;
}

const newName = () => randomBytes(6).toString("base64url");
const random = () => randomBytes(16).toString("base64url");

/** @param redis where all instances remember together; null for this process alone */
export function createDeletionMemory(redis: Redis | null): DeletionMemory {
  const own = newName();
  let hasMet = false;
  /**
   * Whether a deletion may have been sent that Redis does not know of: by this process, or by the one before it, when
   * this one has begun while Redis was away.
   */
  let owes = false;

  async function ask(anew: 0 | 1): Promise<string | null> {
    if (redis === null) return own;
    const asked = redis.script(NAME, [KEY], [newName(), KEPT_MS, anew]);
    const answer = await ifThere<unknown>(asked, () => null);
    const name = z.string().nullable().catch(null).parse(answer);
    if (name === null && !hasMet) owes = true;
    hasMet ||= name !== null;
    return name;
  }
  async function beginNew(): Promise<void> {
    if (!owes) return;
    owes = false;
    if ((await ask(1)) === null) owes = true;
  }
  redis?.onUp(() => void beginNew());

  return {
    async noteMark() {
      if ((await ask(0)) === null) owes = true;
    },
    async newSessionId() {
      const name = (await ask(0)) ?? "";
      return `${name}.${Math.floor(Date.now() / 1000).toString(36)}.${random()}`;
    },
    async isWhole(pageId) {
      const [, name = "", began = ""] = pageId.split(".");
      const isKept = Date.now() - Number.parseInt(began, 36) * 1000 < KEPT_MS;
      return name !== "" && isKept && name === (await ask(0));
    },
  };
}
