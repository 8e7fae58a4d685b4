import { networksOf, type Network } from "../process/client-address.server";
import { GONE_AFTER_MS, INSTANCES_KEY } from "../redis/instances.server";
import { LUA_NOW, luaScript } from "../redis/lua-script.server";
import { withFallback } from "../redis/redis-error.server";
import type { Redis } from "../redis/redis.server";
import { fingerprint, limitWithoutRedis } from "./counters.server";

/** The maximum number of places of one kind that may be taken at the same time. */
export interface ConcurrencyLimits {
  /** Wider IPv6 networks may take a multiple of this, as long as there is room for another client. */
  readonly perClient: number;
  readonly inAll: number;
}

/** The limits of requests that occupy a connection or the upstream for long. */
export const concurrencyLimits = {
  /** An export reads the upstream page by page, for as long as the client takes to read it. */
  exports: { perClient: 2, inAll: 6 },
} as const satisfies Record<string, ConcurrencyLimits>;

/** The places of one kind, counted for each client network and in total. */
export interface Slots {
  /**
   * @param clientAddress the place counts in each network of this address
   * @returns a place, or the limit that is reached
   */
  take(clientAddress: string): Promise<Place | SlotLimit>;
  /** The number of taken places. */
  open(): number;
}

export interface Place {
  /** Gives the place back. To be called once. */
  leave(): void;
}

/** The places of one kind, counted over all processes. */
interface SharedSlots {
  /**
   * Reports that this process holds `own` places for a network, including the requested one.
   *
   * @returns whether all processes together hold no more than the limit
   */
  claim(network: string, own: number, limit: number): Promise<boolean>;
  /** Reports how many places this process holds for each of the given networks. */
  tell(holdings: readonly [network: string, own: number][]): void;
  /** Calls the listener when this process must report all its places again. */
  onBack(listener: () => void): void;
}

/** The limit that is reached: of one client, or in total. */
export type SlotLimit = "client-full" | "all-full";

/**
 * Creates slots. The limit per client applies to all processes together, the total limit to this process.
 *
 * @param onFull called whenever a place is refused
 */
export function createSlots(
  { perClient, inAll }: ConcurrencyLimits,
  onFull?: (limit: SlotLimit) => void,
  shared: SharedSlots | null = null,
): Slots {
  const byNetwork = new Map<string, number>();
  const maxPerNetwork = Math.max(perClient, inAll - perClient);
  let total = 0;
  shared?.onBack(() => shared.tell([...byNetwork]));

  function leave(networks: readonly Network[]): void {
    total -= 1;
    for (const { name } of networks) {
      const remaining = (byNetwork.get(name) ?? 1) - 1;
      if (remaining > 0) byNetwork.set(name, remaining);
      else byNetwork.delete(name);
      shared?.tell([[name, remaining]]);
    }
  }

  function refuse(limit: SlotLimit): SlotLimit {
    onFull?.(limit);
    return limit;
  }

  return {
    open: () => total,
    async take(clientAddress) {
      const networks = networksOf(clientAddress);
      const claims = networks.map(({ name, times }) => {
        return {
          name,
          own: (byNetwork.get(name) ?? 0) + 1,
          limit: Math.min(perClient * times, maxPerNetwork),
        };
      });
      if (claims.some(({ own, limit }) => own > limit)) return refuse("client-full");
      if (total >= inAll) return refuse("all-full");
      total += 1;
      for (const { name, own } of claims) byNetwork.set(name, own);
      const place = { leave: () => leave(networks) };
      if (shared === null) return place;
      let isGranted = false;
      try {
        const results = claims.map(({ name, own, limit }) => shared.claim(name, own, limit));
        isGranted = (await Promise.all(results)).every(Boolean);
      } finally {
        if (!isGranted) place.leave();
      }
      return isGranted ? place : refuse("client-full");
    },
  };
}

/** No place is held for longer. Places of a dead instance count until the instance is considered gone. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** Number of clients that are reported in one step, so that other commands do not wait long. */
const REPORT_BATCH = 200;

/** Lua function that stores in a client's hash how many places an instance holds for that client. */
const REPORT_PLACES = `
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
 * Answers 1 when that is within the limit, 0 otherwise. The script also reports that this instance is alive.
 */
const CLAIM = luaScript(
  "places-claim",
  `${REPORT_PLACES}
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
  `${REPORT_PLACES}
for i, key in ipairs(KEYS) do tell(key, ARGV[1], ARGV[i + 1]) end`,
);

/**
 * Counts the places that a client holds on all instances. Each instance reports totals instead of changes, so that a
 * repeated or lost report does no harm.
 *
 * @param kind the kind of the places
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
      const pending = redis.script(CLAIM, [keyOf(network), INSTANCES_KEY], [instance, own, limit]);
      return withFallback(
        pending.then((answer) => answer === 1),
        () => own <= limitWithoutRedis(limit),
      );
    },
    tell(holdings) {
      for (let start = 0; start < holdings.length; start += REPORT_BATCH) {
        const batch = holdings.slice(start, start + REPORT_BATCH);
        const keys = batch.map(([network]) => keyOf(network));
        const pending = redis.script(HOLD, keys, [instance, ...batch.map(([, own]) => own)]);
        // A lost report is repeated when Redis is back.
        void withFallback(pending, () => undefined);
      }
    },
    onBack: (listener) => redis.onUp(listener),
  };
}
