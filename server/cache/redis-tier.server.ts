import { createHash, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { sharedBounds } from "../process/memory-bounds.server";
import type { LuaScript } from "../redis/lua-script.server";
import type { Redis } from "../redis/redis.server";
import { UpstreamError } from "../upstream/upstream-error.server";
import { API_REQUEST_FAILED, httpErrorText } from "../upstream/upstream-text.server";
import type { NamedAnswer, Query } from "./query.server";
import {
  claimScript,
  failScript,
  releaseScript,
  renewScript,
  sizeScript,
  storeScript,
} from "./redis-scripts.server";
import type { Lease, SharedFailure, SharedState, SharedTier } from "./shared-tier.server";

/** A lease outlasts the longest fetch by this, for its answer to be stored. */
const LEASE_MARGIN_MS = 1_000;

/** Rows of the table of bounds, for answers to views and for days of reports. */
const ANSWERS = { defaults: "defaultAnswers", chosen: "chosenAnswers" } as const;
export const DAYS = { defaults: "recentDays", chosen: "chosenDays" } as const;

const claimReply = z.tuple([
  z.enum(["granted", "free", "held-elsewhere", "not-needed"]),
  z.string(),
  z.number(),
  z.string(),
  z.number(),
]);

const sizeReply = z.tuple([z.number(), z.number(), z.number()]);

type Answer = SharedState & { claim: z.infer<typeof claimReply>[0] };

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
  resource: z.string(),
  key: z.string(),
  newer: z.boolean(),
  /** As they are stored. */
  entry: z.string().optional(),
  failure: z.string().optional(),
  coolMs: z.number().optional(),
});

/** For so long work that nobody waits for is tried again while Redis does not answer, if it has just done so. */
const HICCUP_MS = 3_000;
const ASK_AGAIN_MS = 250;

export interface RedisTierOptions {
  redis: Pick<Redis, "script" | "subscribe" | "state">;
  /** The longest that a fetch takes, in milliseconds: a lease is made for that long. */
  fetchMs: number;
  shapes: Shapes;
  /** Keys of the answers that default views show. What visitors choose never evicts these. */
  defaultKeys: Pick<ReadonlySet<string>, "has">;
  /** Whether a key stands for something that a person may have typed. */
  isTyped: (key: string) => boolean;
  /** The rows that hold for these and for all other answers. */
  bounds?: typeof ANSWERS | typeof DAYS;
}

/** A tier that tells how much it holds. */
export interface RedisTier extends SharedTier {
  /**
   * How many answers, and about how many bytes, as the newest hundred tell.
   *
   * @returns null while Redis does not answer
   */
  size(): Promise<{ entries: number; bytes: number } | null>;
}

/** Keeps in Redis what instances share, by scripts that are one step each. */
export function createRedisTier(options: RedisTierOptions): RedisTier {
  const { redis, fetchMs, shapes, defaultKeys, isTyped, bounds = ANSWERS } = options;
  const instance = randomUUID();
  const prefix = `cache:${storedVersion(shapes)}:`;
  const channel = `${prefix}news`;
  const failures = `${prefix}failures`;
  const recordOf = (key: string) => `${prefix}record:${key}`;
  const leaseOf = (key: string) => `${prefix}lease:${key}`;
  /** The records by when they were stored: what visitors chose, and what default views show. */
  const indexes = { chosen: `${prefix}index`, defaultAnswers: `${prefix}fixed` };
  const readAnswer = storedAnswerReader(shapes);

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

  function leaseFor({ resource, key }: NamedAnswer, id: string): Lease {
    const keys = [recordOf(key), leaseOf(key), channel];
    const message = (newer: boolean, told: Partial<z.infer<typeof newsMessage>>) =>
      JSON.stringify({ from: instance, resource, key, newer, ...told });
    /** Fails in silence: the connection itself reports in log and metrics that Redis is away. */
    const end = (script: LuaScript, scriptKeys: string[], ...args: (string | number)[]) =>
      void patiently(() => redis.script(script, scriptKeys, [id, ...args])).catch(() => undefined);
    const release = () => end(releaseScript, [leaseOf(key)]);
    return {
      id,
      succeed({ value, asOf, known }) {
        const entry = JSON.stringify({ id, asOf, value });
        const isDefault = defaultKeys.has(key);
        const most = sharedBounds[isDefault ? bounds.defaults : bounds.chosen];
        // A heavier answer stays with the instance that fetched it. A page of 12 trips takes 3 KB.
        if (Buffer.byteLength(entry) > most.bytes) return release();
        const [newer, first] = [message(true, { entry }), message(false, { entry })];
        const index = isDefault ? indexes.defaultAnswers : indexes.chosen;
        end(storeScript, [...keys, index], entry, newer, first, known ? 1 : 0, most.keys);
      },
      fail({ error, count, coolMs: exactly }) {
        const { kind, status, retryAfterMs } = error;
        const asked = retryAfterMs !== undefined;
        const told = isTyped(key) ? withoutWords(error) : error.message;
        const failure = JSON.stringify({ kind, message: told, status, asked, count });
        const coolMs = Math.ceil(exactly);
        end(failScript, [...keys, failures], failure, coolMs, message(false, { failure, coolMs }));
      },
      release,
      renew: () => end(renewScript, [leaseOf(key)], fetchMs + LEASE_MARGIN_MS),
    };
  }

  /** @param text as it is stored; empty for none */
  function readEntry(resource: string, text: string, ageMs: number): SharedState["entry"] {
    const answer = readAnswer(resource, text);
    return answer && { ...answer, ageMs };
  }

  /** @param id of the lease to take; empty for none */
  async function ask({ resource, key, freshMs }: Query, id: string): Promise<Answer> {
    const args = [id, fetchMs + LEASE_MARGIN_MS, freshMs];
    const reply = await redis.script(claimScript, [recordOf(key), leaseOf(key)], args);
    const [claim, text, ageMs, failed, coolMs] = claimReply.parse(reply);
    const entry = readEntry(resource, text, ageMs);
    return { claim, entry, failure: readFailure(failed, coolMs) };
  }

  /** Asks, and takes a stored record that cannot be read for a missing one. */
  async function askReadably(query: Query, id: string): Promise<Answer> {
    const known = await ask(query, id);
    const isUnreadable = known.claim === "not-needed" && !known.entry && !known.failure;
    return isUnreadable ? ask({ ...query, freshMs: 0 }, id) : known;
  }

  return {
    async look(query, patient) {
      const once = () => askReadably(query, "");
      try {
        const { claim, ...state } = await (patient ? patiently(once) : once());
        return { ...state, claim: claim === "granted" ? "free" : claim };
      } catch {
        return { ...NOTHING, claim: "away" };
      }
    },
    async claim(query) {
      const lease = leaseFor(query, randomUUID());
      try {
        const { claim, ...state } = await askReadably(query, lease.id);
        if (claim === "held-elsewhere" || claim === "not-needed") return { ...state, claim };
        return { ...state, claim: "granted", lease };
      } catch {
        // Redis may have granted it without its answer arriving; then the lease stores as usual.
        return { ...NOTHING, claim: "granted", lease };
      }
    },
    onNews(listener) {
      redis.subscribe(channel, {
        onMessage(text) {
          const message = newsMessage.safeParse(parsedJson(text));
          if (!message.success || message.data.from === instance) return;
          const { resource, key, newer, entry = "", failure = "", coolMs = 0 } = message.data;
          const state = {
            entry: readEntry(resource, entry, 0),
            failure: readFailure(failure, coolMs),
          };
          listener({ resource, key, newer, ...state });
        },
      });
    },
    async size() {
      try {
        const reply = await redis.script(sizeScript, Object.values(indexes), []);
        const [entries, bytes, looked] = sizeReply.parse(reply);
        return { entries, bytes: looked === 0 ? 0 : Math.round((bytes / looked) * entries) };
      } catch {
        return null;
      }
    },
  };
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

/** To be raised when a stored figure changes its meaning but not its shape. */
const MEANING = 1;

/** The clean shape of each resource, as answers lie in a store that other builds read and write too. */
export type Shapes = Readonly<Record<string, z.ZodType>>;

/** Changes with any shape: builds with different ones do not read each other's answers. */
export function storedVersion(shapes: Shapes): string {
  return createHash("sha256")
    .update(JSON.stringify([MEANING, Object.values(shapes).map((one) => z.toJSONSchema(one))]))
    .digest("base64url")
    .slice(0, 8);
}

/** An answer as it is stored. */
interface StoredAnswer {
  id: string;
  /** Epoch milliseconds. */
  asOf: number;
  value: unknown;
}

/** @returns reads a stored answer to a resource; null for what is not, or not any more, one */
export function storedAnswerReader(
  shapes: Shapes,
): (resource: string, stored: string) => StoredAnswer | null {
  const compiled = new Map(
    Object.entries(shapes).map(([name, value]) => {
      const stored = z.object({ id: z.string().min(1), asOf: z.number(), value });
      return [name, z.compile(stored)] as const;
    }),
  );
  return (resource, stored) => {
    const answer = compiled.get(resource)?.safeParse(parsedJson(stored));
    return answer?.success ? answer.data : null;
  };
}

/** The value of a JSON text; null for what is none. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
