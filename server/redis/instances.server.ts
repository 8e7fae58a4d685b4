import { randomUUID } from "node:crypto";
import { z } from "zod";
import { sharedBounds } from "../process/memory-bounds.server";
import { LUA_NOW, luaScript } from "./lua-script.server";
import { ifThere } from "./redis-error.server";
import type { Redis } from "./redis.server";

/** One process that serves the site. Nothing of it names a machine. */
export interface Instance {
  /** Made up at its start. */
  id: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  seenAt: number;
  /** Whether it is the one that tells. */
  own: boolean;
}

export interface Instances {
  /** This one, as it is known to the others. */
  readonly own: string;
  /** This one first, then those that share its Redis; alone while that is away. */
  seen(): Promise<Instance[]>;
}

const BEAT_MS = 10_000;

/** After three heartbeats without a sign an instance is taken for gone. */
export const GONE_AFTER_MS = 3 * BEAT_MS;

/** All instances by when they were last seen. */
export const INSTANCES_KEY = "instances";

/** Keys: instances. Arguments: this one. Answers: the time, then each instance and when it was last seen. */
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
 * The instances of this site: with a Redis each one tells every ten seconds that it is there, without one this is all.
 *
 * @param startedAt when this one began, in milliseconds since 1970
 */
export function createInstances(
  redis: Pick<Redis, "script" | "onUp"> | null,
  startedAt: number,
): Instances {
  const id = randomUUID().slice(0, 8);
  const own = `${id} ${startedAt}`;

  /** Tells that this one is there, and asks for the others. */
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
    // By this machine's clock: how long ago is what Redis knows.
    seen.push({ id, startedAt, seenAt: Date.now() - (now - Number(rest[index + 1])), own: false });
  }
  return seen.sort((a, b) => a.startedAt - b.startedAt);
}
