import { networksOf, type Network } from "../process/client-address.server";
import { GONE_AFTER_MS, INSTANCES_KEY } from "../redis/instances.server";
import { LUA_NOW, luaScript } from "../redis/lua-script.server";
import { ifThere } from "../redis/redis-error.server";
import type { Redis } from "../redis/redis.server";
import { fingerprint, pointsAlone } from "./counters.server";

/** How many of a thing may be open at the same time. */
export interface ConcurrencyLimits {
  /** Wider networks of IPv6 may have a multiple of it, as long as another client finds room. */
  readonly perClient: number;
  readonly inAll: number;
}

/** The limits of what holds a connection or the upstream for long. */
export const concurrencyLimits = {
  /** An export reads the upstream page by page for as long as its reader takes. */
  exports: { perClient: 2, inAll: 6 },
  /** Offices and carrier networks put many people behind one address. */
  eventStreams: { perClient: 20, inAll: 5_000 },
} as const satisfies Record<string, ConcurrencyLimits>;

/** Places of one kind, counted for each client network and in all. */
export interface Slots {
  /**
   * @param clientAddress counted in each of its networks
   * @returns a place, or which limit is reached
   */
  take(clientAddress: string): Promise<Place | SlotLimit>;
  /** The number of taken places. */
  open(): number;
}

export interface Place {
  /** Gives the place back; to be called once. */
  leave(): void;
}

/** The places of the same kind on all processes together. */
interface SharedSlots {
  /**
   * Reports that this process holds so many places for a network, the wanted one included.
   *
   * @returns whether all processes together hold no more than the limit
   */
  claim(network: string, own: number, limit: number): Promise<boolean>;
  /** Reports how many places this process holds for each of some networks. */
  tell(holdings: readonly [network: string, own: number][]): void;
  /** Calls back when everything that this process holds is to be reported again. */
  onBack(listener: () => void): void;
}

/** Which limit is reached. */
export type SlotLimit = "client-full" | "all-full";

/**
 * The limit of one client holds on all processes together, the limit in all for this process.
 *
 * @param onFull called whenever there was no place
 */
export function createSlots(
  { perClient, inAll }: ConcurrencyLimits,
  onFull?: (limit: SlotLimit) => void,
  shared: SharedSlots | null = null,
): Slots {
  const byNetwork = new Map<string, number>();
  const besideAnother = Math.max(perClient, inAll - perClient);
  let all = 0;
  shared?.onBack(() => shared.tell([...byNetwork]));

  function leave(networks: readonly Network[]): void {
    all -= 1;
    for (const { name } of networks) {
      const left = (byNetwork.get(name) ?? 1) - 1;
      if (left > 0) byNetwork.set(name, left);
      else byNetwork.delete(name);
      shared?.tell([[name, left]]);
    }
  }

  function full(limit: SlotLimit): SlotLimit {
    onFull?.(limit);
    return limit;
  }

  return {
    open: () => all,
    async take(clientAddress) {
      const networks = networksOf(clientAddress);
      const claims = networks.map(({ name, times }) => {
        return {
          name,
          own: (byNetwork.get(name) ?? 0) + 1,
          limit: Math.min(perClient * times, besideAnother),
        };
      });
      if (claims.some(({ own, limit }) => own > limit)) return full("client-full");
      if (all >= inAll) return full("all-full");
      all += 1;
      for (const { name, own } of claims) byNetwork.set(name, own);
      const place = { leave: () => leave(networks) };
      if (shared === null) return place;
      let isGranted = false;
      try {
        const asked = claims.map(({ name, own, limit }) => shared.claim(name, own, limit));
        isGranted = (await Promise.all(asked)).every(Boolean);
      } finally {
        if (!isGranted) place.leave();
      }
      return isGranted ? place : full("client-full");
    },
  };
}

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
