import { setImmediate as nextTurn } from "node:timers/promises";
import { longestFull, type Counter, type Counters } from "server/limits/counters.server";
import type { Redis } from "server/redis/redis.server";
import { RedisError } from "server/redis/redis-error.server";

/** @returns when a take of these counters would succeed, in epoch milliseconds; 0 when it would now */
export async function freeAt(counters: Counters, some: readonly Counter[]): Promise<number> {
  return longestFull(await counters.read(some))?.until ?? 0;
}

/** @returns how many more takes of these counters would succeed */
export async function left(counters: Counters, some: readonly Counter[]): Promise<number> {
  return Math.max(0, Math.min(...(await counters.read(some)).map((window) => window.left)));
}

interface Window {
  count: number;
  until: number;
}

/**
 * Does in memory, on the tests' clock, what the scripts of limits do in Redis. The scripts themselves are tested on a
 * real Redis (tests/integration).
 */
export class CountingRedis {
  readonly windows = new Map<string, Window>();
  readonly calls: { script: string; keys: string[] }[] = [];
  readonly #listeners: (() => void)[] = [];
  isAway = false;
  forgets = false;

  /** @param behind how far the clock of Redis is behind that of the instances, in milliseconds */
  constructor(readonly behind = 0) {}

  now(): number {
    return Date.now() - this.behind;
  }

  /** Makes Redis reachable again and calls the listeners of `onUp`. */
  async comeBack(): Promise<void> {
    this.isAway = false;
    for (const listener of this.#listeners) listener();
    await nextTurn();
  }

  /** The two methods of the Redis client that counters use. */
  get redis(): Redis {
    return {
      onUp: (listener: () => void) => void this.#listeners.push(listener),
      script: ({ name }, keys, args) => {
        if (this.isAway) return Promise.reject(new RedisError("it is away"));
        this.calls.push({ script: name, keys: keys.filter((key) => key !== "limits") });
        return Promise.resolve(this.#run(name, keys, args));
      },
    } as Pick<Redis, "onUp" | "script"> as Redis;
  }

  #run(name: string, allKeys: string[], args: (string | number)[]): unknown {
    // The index `limits`, which bounds the number of windows, exists in a real Redis only.
    const keys = allKeys.filter((key) => key !== "limits");
    const number = (index: number) => Number(args[index]);
    switch (name) {
      case "limits-take": {
        if (this.forgets) this.windows.clear();
        const isAllowed = keys.every((key, index) => this.#window(key).count < number(2 * index));
        if (isAllowed) {
          keys.forEach((key, index) => {
            const { count, until } = this.#window(key);
            const end = count === 0 ? this.now() + number(2 * index + 1) : until;
            this.windows.set(key, { count: count + 1, until: end });
          });
        }
        return this.#report(keys, isAllowed);
      }
      case "limits-read":
        return this.#report(keys, false);
      case "limits-give-back":
        for (const key of keys) {
          const { count, until } = this.#window(key);
          if (count > 1) this.windows.set(key, { count: count - 1, until });
          else this.windows.delete(key);
        }
        return null;
      case "limits-add":
        keys.forEach((key, index) => {
          const { count, until } = this.#window(key);
          const end = count === 0 ? number(2 * index + 1) : until;
          this.windows.set(key, { count: count + number(2 * index), until: end });
        });
        return null;
      default:
        throw new Error(`There is no script ${name} here`);
    }
  }

  #window(key: string): Window {
    const window = this.windows.get(key);
    return window && window.until > this.now() ? window : { count: 0, until: this.now() };
  }

  #report(keys: string[], isAllowed: boolean): number[] {
    const current = keys.map((key) => this.#window(key));
    const windows = current.flatMap(({ count, until }) => [count, until]);
    return [this.now(), isAllowed ? 1 : 0, ...windows];
  }
}
