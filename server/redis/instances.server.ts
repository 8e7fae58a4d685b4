import { randomUUID } from "node:crypto";
import { z } from "zod";
import { sharedBounds } from "../process/memory-bounds.server";
import { LUA_NOW, luaScript } from "./lua-script.server";
import { withFallback } from "./redis-error.server";
import type { Redis } from "./redis.server";

/** One process that serves the site. None of the fields identifies a machine. */
export interface Instance {
  /** Random, made when the process starts. */
  id: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  seenAt: number;
  /** Whether the instance is this process. */
  own: boolean;
}

export interface Instances {
  /** The name of this instance in Redis. */
  readonly own: string;
  /** This instance first, then the others that share its Redis; only this instance while Redis is down. */
  seen(): Promise<Instance[]>;
}

const BEAT_MS = 10_000;

/** An instance counts as gone after three missed heartbeats. */
export const GONE_AFTER_MS = 3 * BEAT_MS;

/** Key of the sorted set of all instances, scored by the time of their last heartbeat. */
export const INSTANCES_KEY = "instances";

/** Keys: the set of instances. Arguments: this instance. Answers: the time, then each instance and its last heartbeat. */
const beatScript = luaScript(
  "instances-beat",
  `${LUA_NOW}
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${GONE_AFTER_MS})
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. now, '+inf')
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -${sharedBounds.instances.keys + 1})
redis.call('PEXPIRE', KEYS[1], ${GONE_AFTER_MS})
local seen = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
table.insert(seen, 1, now)
return seen`,
);

const reply = z.tuple([z.number()], z.string());
const member = z.tuple([z.string(), z.coerce.number()]);

/**
 * The instances of this site. With Redis, each instance reports every ten seconds; without Redis, this is the only one.
 *
 * @param startedAt when this process started, in milliseconds since 1970
 */
export function createInstances(
  redis: Pick<Redis, "script" | "onUp"> | null,
  startedAt: number,
): Instances {
  const id = randomUUID().slice(0, 8);
  const own = `${id} ${startedAt}`;

  /** Sends the heartbeat of this instance and reads the other instances. */
  function report(client: Pick<Redis, "script">): Promise<Instance[]> {
    const pending = client.script(beatScript, [INSTANCES_KEY], [own]);
    return withFallback(
      pending.then((answer) => readOthers(answer, id)),
      () => [],
    );
  }
  if (redis) {
    redis.onUp(() => void report(redis));
    setInterval(() => void report(redis), BEAT_MS).unref();
  }
  return {
    own,
    async seen() {
      const others = redis ? await report(redis) : [];
      return [{ id, startedAt, seenAt: Date.now(), own: true }, ...others];
    },
  };
}

function readOthers(answer: unknown, own: string): Instance[] {
  const [now, ...rest] = reply.parse(answer);
  const seen: Instance[] = [];
  for (let index = 0; index < rest.length; index += 2) {
    const read = member.safeParse(rest[index]?.split(" "));
    if (!read.success || read.data[0] === own) continue;
    const [id, startedAt] = read.data;
    // The age comes from the clock of Redis; it is converted to a time of this machine's clock.
    seen.push({ id, startedAt, seenAt: Date.now() - (now - Number(rest[index + 1])), own: false });
  }
  return seen.sort((a, b) => a.startedAt - b.startedAt);
}
