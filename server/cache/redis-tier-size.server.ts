import { z } from "zod";
import { luaScript } from "../redis/lua-script.server";
import type { Redis } from "../redis/redis.server";
import { indexKey } from "./redis-tier.server";

/** Keys: index. Answers: how many entries, what the newest weigh, how many those are. */
const sizeScript = luaScript(
  "cache-size",
  `local newest = redis.call('ZREVRANGE', KEYS[1], 0, 99)
local bytes = 0
for _, record in ipairs(newest) do bytes = bytes + redis.call('HSTRLEN', record, 'entry') end
return {redis.call('ZCARD', KEYS[1]), bytes, #newest}
`,
);

const reply = z.tuple([z.number(), z.number(), z.number()]);

/**
 * What instances share in Redis: how many answers, and about how many bytes, as the newest hundred tell.
 *
 * @returns null while Redis does not answer
 */
export async function redisTierSize(
  redis: Pick<Redis, "script">,
): Promise<{ entries: number; bytes: number } | null> {
  try {
    const [entries, bytes, looked] = reply.parse(await redis.script(sizeScript, [indexKey], []));
    return { entries, bytes: looked === 0 ? 0 : Math.round((bytes / looked) * entries) };
  } catch {
    return null;
  }
}
