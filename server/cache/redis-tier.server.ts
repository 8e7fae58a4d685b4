import { createHash, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { sharedBounds } from "../process/memory-bounds.server";
import type { LuaScript } from "../redis/lua-script.server";
import type { Redis } from "../redis/redis.server";
import { UpstreamError } from "../upstream/upstream-error.server";
import { API_REQUEST_FAILED, httpErrorText } from "../upstream/upstream-text.server";
import type { AnswerName, Query } from "./query.server";
import {
  claimScript,
  failScript,
  releaseScript,
  renewScript,
  sizeScript,
  storeScript,
} from "./redis-scripts.server";
import type { Lease, SharedFailure, SharedState, SharedTier } from "./shared-tier.server";

/** Extra milliseconds of a lease beyond the longest fetch, for storing the answer. */
const LEASE_MARGIN_MS = 1_000;

/** Names of rows in `sharedBounds`, for answers of views (default) and for days of reports. */
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

type ClaimResult = SharedState & { claim: z.infer<typeof claimReply>[0] };

/** The state of every key while Redis does not answer. */
const NOTHING: SharedState = { entry: null, failure: null };

const storedFailure = z.object({
  kind: z.enum(["http", "refused", "timeout", "connection", "invalid", "too-large"]),
  message: z.string(),
  status: z.number().optional(),
  /** Whether the upstream itself asked for the cool-down. */
  asked: z.boolean().optional(),
  count: z.number(),
});

const newsMessage = z.object({
  from: z.string(),
  resource: z.string(),
  key: z.string(),
  newer: z.boolean(),
  /** JSON text as in the record; the same holds for `failure`. */
  entry: z.string().optional(),
  failure: z.string().optional(),
  coolMs: z.number().optional(),
});

/** Background commands are retried for this time after the last answer of Redis, in case it comes back at once. */
const HICCUP_MS = 3_000;
const RETRY_DELAY_MS = 250;

export interface RedisTierOptions {
  redis: Pick<Redis, "script" | "subscribe" | "state">;
  /** Longest duration of a fetch in milliseconds. A lease lasts slightly longer. */
  fetchMs: number;
  shapes: Shapes;
  /** Keys of the answers of the default views. Visitors' choices never evict these answers. */
  defaultKeys: Pick<ReadonlySet<string>, "has">;
  /** Whether a key holds text that a visitor may have typed. */
  isTyped: (key: string) => boolean;
  /** The bounds of default answers and of all other answers, as row names of `sharedBounds`. */
  bounds?: typeof ANSWERS | typeof DAYS;
}

/** A shared tier that can report its size. */
export interface RedisTier extends SharedTier {
  /**
   * The number of stored answers, and their bytes as estimated from the newest hundred of each index.
   *
   * @returns null while Redis does not answer
   */
  size(): Promise<{ entries: number; bytes: number } | null>;
}

/** Creates the tier that instances share through Redis. Every operation is one atomic script. */
export function createRedisTier(options: RedisTierOptions): RedisTier {
  const { redis, fetchMs, shapes, defaultKeys, isTyped, bounds = ANSWERS } = options;
  const instance = randomUUID();
  const prefix = `cache:${storedVersion(shapes)}:`;
  const channel = `${prefix}news`;
  const failures = `${prefix}failures`;
  const recordOf = (key: string) => `${prefix}record:${key}`;
  const leaseOf = (key: string) => `${prefix}lease:${key}`;
  /** Sorted sets of records by storage time: for answers that visitors chose, and for those of default views. */
  const indexes = { chosen: `${prefix}index`, defaultAnswers: `${prefix}fixed` };
  const readAnswer = storedAnswerReader(shapes);

  const isHiccup = () => {
    const silence = Date.now() - (redis.state().lastSuccess ?? -Infinity);
    return silence >= 0 && silence < HICCUP_MS;
  };

  /** Retries a command while Redis is silent for a moment only. */
  async function retrying<T>(ask: () => Promise<T>): Promise<T> {
    for (let attempts = 0; ; attempts++) {
      try {
        return await ask();
      } catch (error) {
        if (attempts * RETRY_DELAY_MS >= HICCUP_MS || !isHiccup()) throw error;
        await delay(RETRY_DELAY_MS, undefined, { ref: false });
      }
    }
  }

  function leaseFor({ resource, key }: AnswerName, id: string): Lease {
    const keys = [recordOf(key), leaseOf(key), channel];
    const message = (newer: boolean, fields: Partial<z.infer<typeof newsMessage>>) =>
      JSON.stringify({ from: instance, resource, key, newer, ...fields });
    /** Ignores errors: the connection itself reports in log and metrics that Redis is away. */
    const end = (script: LuaScript, scriptKeys: string[], ...args: (string | number)[]) =>
      void retrying(() => redis.script(script, scriptKeys, [id, ...args])).catch(() => undefined);
    const release = () => end(releaseScript, [leaseOf(key)]);
    return {
      id,
      succeed({ value, asOf, known }) {
        const entry = JSON.stringify({ id, asOf, value });
        const isDefault = defaultKeys.has(key);
        const most = sharedBounds[isDefault ? bounds.defaults : bounds.chosen];
        // A larger answer is not shared: only the instance that fetched it keeps it. 12 trips take 3 KB.
        if (Buffer.byteLength(entry) > most.bytes) return release();
        const [newer, first] = [message(true, { entry }), message(false, { entry })];
        const index = isDefault ? indexes.defaultAnswers : indexes.chosen;
        end(storeScript, [...keys, index], entry, newer, first, known ? 1 : 0, most.keys);
      },
      fail({ error, count, coolMs: exactCoolMs }) {
        const { kind, status, retryAfterMs } = error;
        const isRequested = retryAfterMs !== undefined;
        const text = isTyped(key) ? withoutWords(error) : error.message;
        const failure = JSON.stringify({ kind, message: text, status, asked: isRequested, count });
        const coolMs = Math.ceil(exactCoolMs);
        end(failScript, [...keys, failures], failure, coolMs, message(false, { failure, coolMs }));
      },
      release,
      renew: () => end(renewScript, [leaseOf(key)], fetchMs + LEASE_MARGIN_MS),
    };
  }

  /** @param text JSON text of a stored entry; empty for none */
  function readEntry(resource: string, text: string, ageMs: number): SharedState["entry"] {
    const answer = readAnswer(resource, text);
    return answer && { ...answer, ageMs };
  }

  /** @param id token of the lease to take; empty to take none */
  async function ask({ resource, key, freshMs }: Query, id: string): Promise<ClaimResult> {
    const args = [id, fetchMs + LEASE_MARGIN_MS, freshMs];
    const reply = await redis.script(claimScript, [recordOf(key), leaseOf(key)], args);
    const [claim, text, ageMs, failed, coolMs] = claimReply.parse(reply);
    const entry = readEntry(resource, text, ageMs);
    return { claim, entry, failure: readFailure(failed, coolMs) };
  }

  /** Asks, and treats a stored record that cannot be parsed as missing. */
  async function askReadable(query: Query, id: string): Promise<ClaimResult> {
    const result = await ask(query, id);
    const isUnreadable = result.claim === "not-needed" && !result.entry && !result.failure;
    return isUnreadable ? ask({ ...query, freshMs: 0 }, id) : result;
  }

  return {
    async look(query, patient) {
      const lookOnce = () => askReadable(query, "");
      try {
        const { claim, ...state } = await (patient ? retrying(lookOnce) : lookOnce());
        return { ...state, claim: claim === "granted" ? "free" : claim };
      } catch {
        return { ...NOTHING, claim: "away" };
      }
    },
    async claim(query) {
      const lease = leaseFor(query, randomUUID());
      try {
        const { claim, ...state } = await askReadable(query, lease.id);
        if (claim === "held-elsewhere" || claim === "not-needed") return { ...state, claim };
        return { ...state, claim: "granted", lease };
      } catch {
        // Redis may have granted the lease although its answer is lost; then the result is stored as usual.
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
        const [entries, bytes, sampled] = sizeReply.parse(reply);
        return { entries, bytes: sampled === 0 ? 0 : Math.round((bytes / sampled) * entries) };
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

/** A message without the upstream's text, which may quote what a visitor typed. Other instances get this one. */
function withoutWords({ kind, status, message }: UpstreamError): string {
  if (kind === "http" && status !== undefined) return httpErrorText(status, undefined);
  return kind === "refused" ? API_REQUEST_FAILED : message;
}

/** Increase this number when a stored figure changes its meaning but not its shape. */
const MEANING = 1;

/** The schema of each resource's stored answer. Other builds read and write the same store. */
export type Shapes = Readonly<Record<string, z.ZodType>>;

/** A version that changes with every schema, so that builds with different schemas share no answers. */
export function storedVersion(shapes: Shapes): string {
  return createHash("sha256")
    .update(JSON.stringify([MEANING, Object.values(shapes).map((shape) => z.toJSONSchema(shape))]))
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

/** @returns a function that reads a stored answer of a resource; null when the text does not match its schema */
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

/** Parses a JSON text; null when it is invalid. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
