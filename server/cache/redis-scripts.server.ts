import { sharedBounds } from "../process/memory-bounds.server";
import { LUA_NOW, luaScript } from "../redis/lua-script.server";
import { MAX_AGE_MS } from "./answer-store.server";

/** Time to live in milliseconds of a stored failure whose key has no answer. */
const FAILURE_TTL_MS = 10 * 60 * 1000;

/**
 * Keys: record, lease. Arguments: token of the lease to take, or empty to take none; milliseconds of the lease;
 * milliseconds of freshness. Answers: claim, entry, its age, failure, milliseconds left of its cool-down.
 *
 * After the clock was set back, entries from the future are ignored, and so are cool-downs longer than their length.
 */
export const claimScript = luaScript(
  "cache-claim",
  `${LUA_NOW}
local record = redis.call('HMGET', KEYS[1], 'entry', 'at', 'failure', 'until', 'cool')
local entry, failure = record[1] or '', record[3] or ''
local age = entry ~= '' and now - record[2] or 0
if age < 0 or age >= ${MAX_AGE_MS} then entry = '' end
local cool = failure ~= '' and record[4] - now or 0
if cool < 0 or cool > tonumber(record[5] or '0') then cool = 0 end
local claim = 'not-needed'
if cool == 0 and not (entry ~= '' and age < tonumber(ARGV[3])) then
  if ARGV[1] == '' then
    claim = redis.call('EXISTS', KEYS[2]) == 1 and 'held-elsewhere' or 'free'
  else
    local taken = redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2])
    claim = (taken or redis.call('GET', KEYS[2]) == ARGV[1]) and 'granted' or 'held-elsewhere'
  end
end
return {claim, entry, age, failure, cool}
`,
);

/**
 * Stores an answer. Keys: record, lease, channel, index. Arguments: token, entry, message for a newer answer, message
 * for a first answer, '1' if this instance had an answer or failure of the key, maximum number of keys in the index.
 */
export const storeScript = luaScript(
  "cache-store",
  `if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
${LUA_NOW}
local known = ARGV[5] == '1' or redis.call('EXISTS', KEYS[1]) == 1
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'entry', ARGV[2], 'at', now)
redis.call('PEXPIRE', KEYS[1], ${MAX_AGE_MS})
redis.call('DEL', KEYS[2])
redis.call('ZADD', KEYS[4], now, KEYS[1])
redis.call('PEXPIRE', KEYS[4], ${MAX_AGE_MS})
local over = redis.call('ZCARD', KEYS[4]) - ARGV[6]
if over > 0 then
  local oldest = redis.call('ZPOPMIN', KEYS[4], over)
  for index = 1, #oldest, 2 do redis.call('DEL', oldest[index]) end
end
redis.call('PUBLISH', KEYS[3], known and ARGV[3] or ARGV[4])
return 1
`,
);

/**
 * Stores a failure. Keys: record, lease, channel, index of failures. Arguments: token, failure, milliseconds of its
 * cool-down, message. Records with an answer belong to the index of answers and are not removed here.
 */
export const failScript = luaScript(
  "cache-fail",
  `if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
${LUA_NOW}
redis.call('HSET', KEYS[1], 'failure', ARGV[2], 'until', now + ARGV[3], 'cool', ARGV[3])
redis.call('DEL', KEYS[2])
if redis.call('HEXISTS', KEYS[1], 'entry') == 0 then
  redis.call('PEXPIRE', KEYS[1], ${FAILURE_TTL_MS})
  redis.call('ZADD', KEYS[4], now, KEYS[1])
  redis.call('PEXPIRE', KEYS[4], ${FAILURE_TTL_MS})
  local over = redis.call('ZCARD', KEYS[4]) - ${sharedBounds.failures.keys}
  local oldest = over > 0 and redis.call('ZPOPMIN', KEYS[4], over) or {}
  for index = 1, #oldest, 2 do
    if redis.call('HEXISTS', oldest[index], 'entry') == 0 then redis.call('DEL', oldest[index]) end
  end
end
redis.call('PUBLISH', KEYS[3], ARGV[4])
return 1
`,
);

/** Ends a lease. Keys: lease. Arguments: token. */
export const releaseScript = luaScript(
  "cache-release",
  `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
`,
);

/** Extends a lease. Keys: lease. Arguments: token, milliseconds of the lease. */
export const renewScript = luaScript(
  "cache-renew",
  `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0
`,
);

/** Keys: indexes. Answers: number of entries, bytes of the newest hundred of each index, number of those. */
export const sizeScript = luaScript(
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
