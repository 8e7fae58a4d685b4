import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  CACHE_PREFIX,
  purgeCache,
  readCache,
  writeCache,
} from "~/features/dashboard/browser-cache";

const DAY = 24 * 60 * 60 * 1000;

/** As much of web storage as the cache uses: keys are own properties of it. */
function createStorage(): Record<string, unknown> {
  const methods = {
    getItem: (key: string) => (storage[key] as string | undefined) ?? null,
    setItem: (key: string, value: string) => void (storage[key] = value),
    removeItem: (key: string) => void Reflect.deleteProperty(storage, key),
  };
  const storage = Object.create(methods) as Record<string, unknown>;
  return storage;
}

let storage: Record<string, unknown>;
let warn: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  storage = createStorage();
  vi.stubGlobal("localStorage", storage);
  warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the browser's cache", () => {
  it("keeps data with its timestamp under the product's prefix", () => {
    writeCache("fleet", { trips: 1 });
    expect(JSON.parse(storage.pulsescout_cache_fleet as string)).toEqual({
      data: { trips: 1 },
      timestamp: Date.UTC(2026, 0, 1),
    });
    expect(readCache("fleet")).toEqual({ data: { trips: 1 } });
  });

  it("returns nothing older than 24 hours", () => {
    writeCache("fleet", 1);
    vi.advanceTimersByTime(DAY - 1);
    expect(readCache("fleet")).toEqual({ data: 1 });
    vi.advanceTimersByTime(1);
    expect(readCache("fleet")).toBeUndefined();
  });

  it("removes its own expired and unreadable entries, and nothing else", () => {
    writeCache("old", 1);
    vi.advanceTimersByTime(DAY);
    writeCache("new", 2);
    storage[`${CACHE_PREFIX}broken`] = "{";
    storage[`${CACHE_PREFIX}strange`] = "[1]";
    storage.theirs = "{";
    purgeCache();
    expect(Object.keys(storage).sort()).toEqual(["pulsescout_cache_new", "theirs"]);
  });

  it("holds 40 entries; the oldest are removed", () => {
    for (let index = 0; index < 60; index += 1) {
      writeCache(`page-${index}`, index);
      vi.advanceTimersByTime(1);
    }
    expect(Object.keys(storage)).toHaveLength(40);
    expect(readCache("page-59")?.data).toBe(59);
    expect(readCache("page-0")).toBeUndefined();
  });

  it("only logs when storage is full or forbidden", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new Error("forbidden");
      },
      setItem: () => {
        throw new Error("full");
      },
    });
    expect(readCache("fleet")).toBeUndefined();
    writeCache("fleet", 1);
    expect(warn).toHaveBeenCalledTimes(2);
  });
});
