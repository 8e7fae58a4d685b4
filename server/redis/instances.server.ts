import { randomUUID } from "node:crypto";
import { z } from "zod";
import { sharedBounds } from "../process/memory-bounds.server";
import { LUA_NOW, luaScript } from "./lua-script.server";
import { ifThere } from "./redis-error.server";
import type { Redis } from "./redis.server";

/** One process that serves the site. Nothing in it names a machine. */
export interface Instance {
  /** Random, made when the process starts. */
  id: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  seenAt: number;
  /** Whether it is this process. */
  own: boolean;
}

export interface Instances {
  /** The name of this instance in Redis. */
  readonly own: string;
  /** This instance first, then the others that share its Redis; this one alone while Redis is away. */
  seen(): Promise<Instance[]>;
}

const BEAT_MS = 10_000;

/** After three heartbeats without a sign an instance is taken for gone. */
export const GONE_AFTER_MS = 3 * BEAT_MS;

/** The sorted set of all instances, by when they were last seen. */
export const INSTANCES_KEY = "instances";

/** Keys: the instances. Arguments: this instance. Answers: the time, then each instance and when it was last seen. */
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
 * The instances of this site. With Redis each of them reports every ten seconds; without Redis this is the only one.
 *
 * @param startedAt when this process started, in milliseconds since 1970
 */
export function createInstances(
  redis: Pick<Redis, "script" | "onUp"> | null,
  startedAt: number,
): Instances {
  const id = randomUUID().slice(0, 8);
  const own = `${id} ${startedAt}`;

  /** Reports this instance, and reads the others. */
  function beat(shared: Pick<Redis, "script">): Promise<Instance[]> {
    const asked = shared.script(beatScript, [INSTANCES_KEY], [own]);
    return ifThere(
      asked.then((answer) => othersIn(answer, id)),
      () => [],
    );
  }
  if (redis) {
    redis.onUp(() => void beat(redis));
    setInterval(() => void beat(redis), BEAT_MS).unref();
  }
  return {
    own,
    async seen() {
      const others = redis ? await beat(redis) : [];
      return [{ id, startedAt, seenAt: Date.now(), own: true }, ...others];
    },
  };
}

function othersIn(answer: unknown, own: string): Instance[] {
  const [now, ...rest] = reply.parse(answer);
  const seen: Instance[] = [];
  for (let index = 0; index < rest.length; index += 2) {
    const read = member.safeParse(rest[index]?.split(" "));
    if (!read.success || read.data[0] === own) continue;
    const [id, startedAt] = read.data;
    // Redis knows how long ago it was; the moment is told by this machine's clock.
    seen.push({ id, startedAt, seenAt: Date.now() - (now - Number(rest[index + 1])), own: false });
  }
  return seen.sort((a, b) => a.startedAt - b.startedAt);
}
