import { beforeEach, vi } from "vitest";
import { StaleWhileRevalidateCache } from "server/cache/stale-while-revalidate.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { SharedMemory } from "../../../support/shared-memory";
import { queryOf, flushPromises } from "./cache-under-test";

/** Longest duration of a call to the upstream, in milliseconds. */
export const FETCH_MS = 5_000;

interface Fetch {
  instance: Instance;
  answer: (outcome: number | UpstreamError) => void;
}

/** An upstream whose calls the test answers. A call without an answer times out after `FETCH_MS`. */
export class HandAnsweredUpstream {
  readonly underWay = new Map<string, Fetch[]>();
  started = 0;
  onFetch: (key: string, instance: Instance) => void = () => undefined;
  /** Called before each answer to an instance that has not crashed. */
  onAnswer: (key: string, outcome: number | UpstreamError) => void = () => undefined;

  fetch(instance: Instance, key: string): Promise<number> {
    this.onFetch(key, instance);
    this.started += 1;
    return new Promise((resolve, reject) => {
      const list = this.underWay.get(key) ?? [];
      this.underWay.set(key, list);
      const answer: Fetch["answer"] = (outcome) => {
        clearTimeout(timer);
        list.splice(list.indexOf(fetch), 1);
        if (instance.crashed) return;
        this.onAnswer(key, outcome);
        if (typeof outcome === "number") resolve(outcome);
        else reject(outcome);
      };
      const timer = setTimeout(() => answer(new UpstreamError("timeout", "no answer")), FETCH_MS);
      const fetch = { instance, answer };
      list.push(fetch);
    });
  }

  /** Counts the pending fetches of a key, of one instance or of all that have not crashed. */
  count(key: string, by?: Instance): number {
    return (this.underWay.get(key) ?? []).filter(
      ({ instance }) => !instance.crashed && (by ?? instance) === instance,
    ).length;
  }

  answer(key: string, outcome: number | UpstreamError): boolean {
    const fetch = this.underWay.get(key)?.[0];
    fetch?.answer(outcome);
    return fetch !== undefined;
  }
}

/** One process with its own cache. `notices` lists the refresh events that its open dashboards receive. */
export class Instance {
  crashed = false;
  readonly notices: string[] = [];
  readonly connection: ReturnType<SharedMemory["connection"]>;
  readonly #cache: StaleWhileRevalidateCache;

  constructor(
    shared: SharedMemory,
    readonly upstream: HandAnsweredUpstream,
  ) {
    this.connection = shared.connection(FETCH_MS);
    this.#cache = new StaleWhileRevalidateCache({
      tier: this.connection.tier,
      fetchMs: FETCH_MS,
    });
    this.#cache.onRefresh(({ event, key }) =>
      this.notices.push(event === "failure" ? `failure ${key}` : key),
    );
  }

  read(key: string) {
    return this.#cache.read(this.#queryOf(key));
  }

  #queryOf(key: string) {
    return queryOf(key, async (beforeSend) => {
      await beforeSend();
      return this.upstream.fetch(this, key);
    });
  }

  /** Stops the instance like `kill -9`: nothing that it has begun finishes. */
  crash(): void {
    this.crashed = true;
    this.connection.end();
  }
}

export function threeInstances() {
  const shared = new SharedMemory(() => Date.now());
  const upstream = new HandAnsweredUpstream();
  const [a, b, c] = [1, 2, 3].map(() => new Instance(shared, upstream)) as [
    Instance,
    Instance,
    Instance,
  ];
  /** Answers the upstream's call for the key `k`, and returns the result of the request. */
  const withAnswer = async <T>(
    request: Promise<T>,
    outcome: number | UpstreamError = 1,
  ): Promise<T> => {
    await flushPromises();
    upstream.answer("k", outcome);
    return request;
  };
  return { a, b, c, upstream, withAnswer };
}

/** Runs the tests of a file on a fake clock that moves only when a test advances it. */
export function onFakeClock(): void {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] }),
  );
}

/** Advances the clock by so many milliseconds and runs every callback that is due by then. */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await flushPromises();
}
