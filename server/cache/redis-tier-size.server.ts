import { z } from "zod";
import { luaScript } from "../redis/lua-script.server";
import type { Redis } from "../redis/redis.server";
import { indexKeys } from "./redis-tier.server";

/** Keys: indexes. Answers: how many entries, what the newest of each weigh, how many those are. */
const sizeScript = luaScript(
  "cache-size",
  `local entries, bytes, looked = 0, 0, 0
for _, index in ipairs(KEYS) do
  local newest = redis.call('ZREVRANGE', index, 0, 99)
  for _, record in ipairs(newest) do bytes = bytes + redis.call('HSTRLEN', record, 'entry') end
  entries = entries + redis.call('ZCARD', index)
  looked = looked + #newest
end
return {entries, bytes, looked}
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
    const [entries, bytes, looked] = reply.parse(
      await redis.script(sizeScript, Object.values(indexKeys), []),
    );
    return { entries, bytes: looked === 0 ? 0 : Math.round((bytes / looked) * entries) };
  } catch {
    return null;
  }
}
