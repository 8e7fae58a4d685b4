import { GONE_AFTER_MS, INSTANCES_KEY } from "../redis/instances.server";
import { LUA_NOW, luaScript } from "../redis/lua-script.server";
import { ifThere } from "../redis/redis-error.server";
import type { Redis } from "../redis/redis.server";
import { fingerprint, pointsAlone } from "./counters.server";
import type { SharedSlots } from "./concurrency-limits.server";

/** Nobody holds a place for longer. The places of an instance that died count until the instance is taken for gone. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** How many clients are reported in one step, so that other commands do not wait long for it. */
const TOLD_AT_ONCE = 200;

/** Notes in a client's hash how many places an instance holds for that client. */
const TELL = `
local function tell(key, instance, count)
  if tonumber(count) > 0 then
    redis.call('HSET', key, instance, count)
    redis.call('PEXPIRE', key, ${DAY_MS})
  else
    redis.call('HDEL', key, instance)
  end
end`;

/**
 * Keys: the client's hash, the set of instances. Arguments: this instance, how many places it would hold, the limit.
 * Answers 1 when that is within the limit, 0 otherwise. It also reports that this instance is alive.
 */
const CLAIM = luaScript(
  "places-claim",
  `${TELL}
${LUA_NOW}
redis.call('ZADD', KEYS[2], now, ARGV[1])
local held = tonumber(ARGV[2])
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  if all[i] ~= ARGV[1] then
    local seen = tonumber(redis.call('ZSCORE', KEYS[2], all[i]) or '0')
    if seen > now - ${GONE_AFTER_MS} then held = held + tonumber(all[i + 1])
    else redis.call('HDEL', KEYS[1], all[i]) end
  end
end
if held > tonumber(ARGV[3]) then return 0 end
tell(KEYS[1], ARGV[1], ARGV[2])
return 1`,
);

/** Keys: the hashes of clients. Arguments: this instance, then how many places it holds for each client. */
const HOLD = luaScript(
  "places-hold",
  `${TELL}
for i, key in ipairs(KEYS) do tell(key, ARGV[1], ARGV[i + 1]) end`,
);

/**
 * Counts the places that a client holds on all instances. Each instance reports numbers and not changes, so that a
 * repeated or a lost report does no harm.
 *
 * @param kind of places
 * @param instance the name of this instance in Redis
 */
export function createSharedSlots(
  redis: Pick<Redis, "script" | "onUp">,
  kind: string,
  instance: string,
): SharedSlots {
  const keyOf = (network: string) => `places:${kind}:${fingerprint(network)}`;
  return {
    claim(network, own, limit) {
      const claimed = redis.script(CLAIM, [keyOf(network), INSTANCES_KEY], [instance, own, limit]);
      return ifThere(
        claimed.then((answer) => answer === 1),
        () => own <= pointsAlone(limit),
      );
    },
    tell(holdings) {
      for (let from = 0; from < holdings.length; from += TOLD_AT_ONCE) {
        const some = holdings.slice(from, from + TOLD_AT_ONCE);
        const keys = some.map(([network]) => keyOf(network));
        const told = redis.script(HOLD, keys, [instance, ...some.map(([, own]) => own)]);
        // A lost report is repeated when Redis is back.
        void ifThere(told, () => undefined);
      }
    },
    onBack: (listener) => redis.onUp(listener),
  };
}
