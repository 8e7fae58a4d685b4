import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { sharedBounds } from "../process/memory-bounds.server";
import type { LuaScript } from "../redis/lua-script.server";
import type { Redis } from "../redis/redis.server";
import { UpstreamError } from "../upstream/upstream-error.server";
import { API_REQUEST_FAILED, httpErrorText } from "../upstream/upstream-text.server";
import { fixedKeys, isTyped } from "../dashboard/cache-keys.server";
import {
  resources,
  type CachePolicy,
  type DashboardResource,
} from "../dashboard/freshness-policies.server";
import { claimScript, failScript, releaseScript, storeScript } from "./redis-scripts.server";
import type {
  Lease,
  SharedEntry,
  SharedFailure,
  SharedState,
  SharedTier,
} from "./shared-tier.server";
import { parsedJson, readStoredValue, storedVersion } from "./serialization.server";

/** A lease outlasts the longest fetch by this, for its answer to be stored. */
const LEASE_MARGIN_MS = 1_000;

const PREFIX = `cache:${storedVersion}:`;

/** The records of this build's schema, by when they were stored: what visitors chose, and what everybody is shown. */
export const indexKeys = { chosen: `${PREFIX}index`, fixed: `${PREFIX}fixed` };

/** The failures of what was never answered. */
const FAILURES = `${PREFIX}failures`;

const reply = z.tuple([
  z.enum(["ours", "free", "another's", "nobody's"]),
  z.string(),
  z.number(),
  z.string(),
  z.number(),
]);

type Answer = SharedState & { turn: z.infer<typeof reply>[0] };

/** While Redis does not answer. */
const NOTHING: SharedState = { entry: null, failure: null };

const storedFailure = z.object({
  kind: z.enum(["http", "refused", "timeout", "connection", "invalid", "too-large"]),
  message: z.string(),
  status: z.number().optional(),
  /** Whether the upstream itself said for how long. */
  asked: z.boolean().optional(),
  count: z.number(),
});

const newsMessage = z.object({
  from: z.string(),
  resource: z.enum(resources),
  key: z.string(),
  newer: z.boolean(),
  /** As they are stored. */
  entry: z.string().optional(),
  failure: z.string().optional(),
  coolMs: z.number().optional(),
});

type NewsMessage = z.infer<typeof newsMessage>;

/** So long is what nobody waits for held back while Redis does not answer, if it has just done so. */
const HICCUP_MS = 3_000;
const ASK_AGAIN_MS = 250;

/**
 * Keeps in Redis what instances share, by scripts that are one step each.
 *
 * @param fetchMs the longest that a fetch takes, in milliseconds: a lease is made for that long
 */
export function createRedisTier({
  redis,
  fetchMs,
}: {
  redis: Pick<Redis, "script" | "run" | "subscribe" | "state">;
  fetchMs: number;
}): SharedTier {
  const instance = randomUUID();
  const channel = `${PREFIX}news`;
  const recordOf = (key: string) => `${PREFIX}record:${key}`;
  const leaseOf = (key: string) => `${PREFIX}lease:${key}`;

  const isHiccup = () => {
    const silence = Date.now() - (redis.state().lastSuccess ?? -Infinity);
    return silence >= 0 && silence < HICCUP_MS;
  };

  /** Asks again through a hiccup. */
  async function patiently<T>(ask: () => Promise<T>): Promise<T> {
    for (let times = 0; ; times++) {
      try {
        return await ask();
      } catch (error) {
        if (times * ASK_AGAIN_MS >= HICCUP_MS || !isHiccup()) throw error;
        await delay(ASK_AGAIN_MS, undefined, { ref: false });
      }
    }
  }

  function leaseFor(resource: DashboardResource, key: string, id: string): Lease {
    const keys = [recordOf(key), leaseOf(key), channel];
    const message = (newer: boolean, said: Partial<NewsMessage>) =>
      messageText({ from: instance, resource, key, newer, ...said });
    /** Without Redis nothing is shared; the connection has said so in log and metrics. */
    const end = (script: LuaScript, scriptKeys: string[], ...args: (string | number)[]) =>
      void patiently(() => redis.script(script, scriptKeys, [id, ...args])).catch(() => undefined);
    const release = () => end(releaseScript, [leaseOf(key)]);
    return {
      id,
      succeed({ value, asOf, known }) {
        const entry = JSON.stringify({ id, asOf, value });
        const kind = fixedKeys.has(key) ? "fixed" : "chosen";
        // What weighs more stays with the instance that fetched it. A page of 12 trips takes 3 KB.
        if (Buffer.byteLength(entry) > sharedBounds[`${kind}Answers`].bytes) return release();
        const [newer, first] = [message(true, { entry }), message(false, { entry })];
        end(storeScript, [...keys, indexKeys[kind]], entry, newer, first, known ? 1 : 0);
      },
      fail({ error, count, coolMs: exactly }) {
        const { kind, status, retryAfterMs } = error;
        const asked = retryAfterMs !== undefined;
        const said = isTyped(key) ? withoutWords(error) : error.message;
        const failure = JSON.stringify({ kind, message: said, status, asked, count });
        const coolMs = Math.ceil(exactly);
        end(failScript, [...keys, FAILURES], failure, coolMs, message(false, { failure, coolMs }));
      },
      release,
    };
  }

  /** @param id of the lease to take; empty for none */
  async function ask({ name, freshMs }: CachePolicy, key: string, id: string): Promise<Answer> {
    const keys = [recordOf(key), leaseOf(key)];
    const args = [id, fetchMs + LEASE_MARGIN_MS, freshMs];
    const answer = await redis.script(claimScript, keys, args);
    const [turn, entry, ageMs, failure, coolMs] = reply.parse(answer);
    return { turn, entry: readEntry(name, entry, ageMs), failure: readFailure(failure, coolMs) };
  }

  /** Asks, and takes a stored record that cannot be read for a missing one. */
  async function askReadably(policy: CachePolicy, key: string, id: string): Promise<Answer> {
    const known = await ask(policy, key, id);
    if (known.turn !== "nobody's" || known.entry || known.failure) return known;
    await redis.run("cache-drop", (commands) => commands.del(recordOf(key)));
    return ask(policy, key, id);
  }

  return {
    async look(policy, key, patient) {
      const once = () => askReadably(policy, key, "");
      try {
        const { turn, ...state } = await (patient ? patiently(once) : once());
        return { ...state, turn: turn === "ours" ? "free" : turn };
      } catch {
        return { ...NOTHING, turn: "away" };
      }
    },
    async claim(policy, key) {
      const lease = leaseFor(policy.name, key, randomUUID());
      try {
        const { turn, ...state } = await askReadably(policy, key, lease.id);
        if (turn === "another's" || turn === "nobody's") return { ...state, turn };
        return { ...state, turn: "ours", lease };
      } catch {
        // Perhaps it was granted all the same.
        return { ...NOTHING, turn: "ours", lease };
      }
    },
    onNews(listener) {
      redis.subscribe(channel, {
        onMessage(text) {
          const message = newsMessage.safeParse(parsedJson(text));
          if (!message.success) return;
          const { from, resource, key, newer, entry = "", failure = "", coolMs } = message.data;
          if (from === instance) return;
          const state = {
            entry: readEntry(resource, entry, 0),
            failure: readFailure(failure, coolMs ?? 0),
          };
          listener({ resource, key, newer, ...state });
        },
      });
    },
  };
}

/** @param text as it is stored; empty for none */
function readEntry(resource: DashboardResource, text: string, ageMs: number): SharedEntry | null {
  const answer = readStoredValue(resource, text);
  return answer && { ...answer, ageMs };
}

function readFailure(text: string, coolMs: number): SharedFailure | null {
  const failure = storedFailure.safeParse(parsedJson(text));
  if (!failure.success) return null;
  const { kind, message, status, asked = false, count } = failure.data;
  const retryAfterMs = asked && coolMs > 0 ? coolMs : undefined;
  return { error: new UpstreamError(kind, message, { status, retryAfterMs }), count, coolMs };
}

/** An upstream's words may quote what was typed: other instances tell the failure without them. */
function withoutWords({ kind, status, message }: UpstreamError): string {
  if (kind === "http" && status !== undefined) return httpErrorText(status, undefined);
  return kind === "refused" ? API_REQUEST_FAILED : message;
}

function messageText(message: NewsMessage): string {
  return JSON.stringify(message);
}
