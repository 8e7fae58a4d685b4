import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { LuaScript } from "../redis/lua-script.server";
import type { Redis } from "../redis/redis.server";
import { UpstreamError } from "../upstream/upstream-error.server";
import { resources, type DashboardResource } from "./policies.server";
import { claimScript, failScript, releaseScript, storeScript } from "./redis-scripts.server";
import type {
  Claim,
  Lease,
  SharedEntry,
  SharedFailure,
  SharedNews,
  SharedState,
  SharedTier,
} from "./shared-tier.server";
import { parsedJson, readStoredAnswer, storedVersion } from "./stored-answers.server";

/** A lease outlasts the longest fetch by this, for its answer to be stored. */
const LEASE_MARGIN_MS = 1_000;

/** What weighs more stays with the instance that fetched it. */
const MAX_ENTRY_LENGTH = 256 * 1024;

const reply = z.tuple([
  z.enum(["ours", "another's", "nobody's"]),
  z.string(),
  z.number(),
  z.string(),
  z.number(),
]);

const storedFailure = z.object({
  kind: z.enum(["http", "refused", "timeout", "connection", "invalid", "too-large"]),
  message: z.string(),
  status: z.number().optional(),
  count: z.number(),
});

const newsMessage = z.object({
  from: z.string(),
  resource: z.enum(resources),
  key: z.string(),
  newer: z.boolean(),
});

/**
 * Keeps in Redis what instances share, by scripts that are one step each.
 *
 * @param fetchMs the longest that a fetch takes, in milliseconds: a lease is made for that long
 */
export function createRedisTier({
  redis,
  fetchMs,
}: {
  redis: Pick<Redis, "script" | "run" | "subscribe">;
  fetchMs: number;
}): SharedTier {
  const instance = randomUUID();
  const prefix = `cache:${storedVersion}:`;
  const channel = `${prefix}news`;
  const recordOf = (key: string) => `${prefix}record:${key}`;
  const leaseOf = (key: string) => `${prefix}lease:${key}`;

  /** Away, Redis does nothing; the connection has said so in log and metrics. */
  const end = (script: LuaScript, keys: string[], args: (string | number)[]) =>
    void redis.script(script, keys, args).catch(() => undefined);

  function leaseFor(resource: DashboardResource, key: string, id: string): Lease {
    const keys = [recordOf(key), leaseOf(key), channel];
    const message = (newer: boolean) => newsText({ from: instance, resource, key, newer });
    const release = () => end(releaseScript, [leaseOf(key)], [id]);
    return {
      id,
      succeed({ value, asOf, known }) {
        const entry = JSON.stringify({ id, asOf, value });
        if (entry.length > MAX_ENTRY_LENGTH) return release();
        const args = [id, entry, message(true), message(false), known ? 1 : 0];
        end(storeScript, [...keys, `${prefix}index`], args);
      },
      fail({ error: { kind, message: text, status }, count, coolMs }) {
        const failure = JSON.stringify({ kind, message: text, status, count });
        end(failScript, keys, [id, failure, Math.ceil(coolMs), message(false)]);
      },
      release,
    };
  }

  async function ask(
    resource: DashboardResource,
    key: string,
    { id, freshMs }: { id: string; freshMs: number },
  ): Promise<{ turn: Claim["turn"] } & SharedState> {
    const keys = [recordOf(key), leaseOf(key)];
    const args = [id, fetchMs + LEASE_MARGIN_MS, freshMs];
    const answer = await redis.script(claimScript, keys, args);
    const [turn, storedEntry, ageMs, failureText, coolMs] = reply.parse(answer);
    const entry = storedEntry === "" ? null : readEntry(resource, storedEntry, ageMs);
    const failure = failureText === "" ? null : readFailure(failureText, coolMs);
    return { turn, entry, failure };
  }

  return {
    async claim({ name, freshMs }, key) {
      const lease = leaseFor(name, key, randomUUID());
      try {
        const asked = { id: lease.id, freshMs };
        let known = await ask(name, key, asked);
        if (known.turn === "nobody's" && !known.entry && !known.failure) {
          // A record that cannot be read is none.
          await redis.run("cache-drop", (commands) => commands.del(recordOf(key)));
          known = await ask(name, key, asked);
        }
        const { turn, ...state } = known;
        return turn === "ours" ? { ...state, turn, lease } : { ...state, turn };
      } catch {
        // Perhaps it was granted all the same.
        return { entry: null, failure: null, turn: "ours", lease };
      }
    },
    async look(resource, key) {
      return ask(resource, key, { id: "", freshMs: 0 }).catch(() => ({
        entry: null,
        failure: null,
      }));
    },
    onNews(listener) {
      redis.subscribe(channel, {
        onMessage(text) {
          const message = newsMessage.safeParse(parsedJson(text));
          if (!message.success) return;
          const { from, ...news } = message.data;
          if (from !== instance) listener(news);
        },
      });
    },
  };
}

function readEntry(resource: DashboardResource, text: string, ageMs: number): SharedEntry | null {
  const answer = readStoredAnswer(resource, text);
  return answer && { ...answer, ageMs };
}

function readFailure(text: string, coolMs: number): SharedFailure | null {
  const failure = storedFailure.safeParse(parsedJson(text));
  if (!failure.success) return null;
  const { kind, message, status, count } = failure.data;
  return { error: new UpstreamError(kind, message, { status }), count, coolMs };
}

function newsText(news: SharedNews & { from: string }): string {
  return JSON.stringify(news);
}
