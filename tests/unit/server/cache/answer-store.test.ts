import { expect, it } from "vitest";
import { AnswerStore, type LastError } from "server/cache/answer-store.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { circuitOpen, http } from "./cache-under-test";

const DEFAULT_KEYS = ["metrics", "filters"];

const nameOf = (key: string) => ({ resource: "trips", key });

function storeUnderTest() {
  return new AnswerStore({
    defaultKeys: new Set(DEFAULT_KEYS),
    now: () => 5,
    elapsed: () => 100,
  });
}

/** Calls `note` with one key more than the store keeps of visitors' choices. */
function fill(note: (key: string) => void): void {
  for (let search = 0; search <= 2_000; search += 1) note(`trips/search?q=${search}`);
}

it("an entry weighs two bytes per character of its key and answer, plus a fixed overhead", () => {
  const store = storeUnderTest();
  const expected = ["metrics", "chosen"].map((key) => {
    const { entry } = store.noteAnswer(nameOf(key), "i", "figures");
    return { key, entry, bytes: 256 + 2 * (key.length + JSON.stringify(entry).length) };
  });
  expect([...store.all()]).toEqual(expected);
});

it("a key has its answer, its failure until the next answer, and its last error", () => {
  const store = storeUnderTest();
  store.noteError(nameOf("k"), http());
  const lastError = { kind: "http", status: 503, at: 5 };
  const failure = { count: 1, until: 1_100 };
  expect([...store.all()]).toMatchObject([{ key: "k", failure, lastError }]);
  store.noteAnswer(nameOf("k"), "i", 1);
  const [healed] = store.all();
  expect(healed).toMatchObject({ entry: { value: 1, arrived: 100, hits: 0 }, lastError });
  expect(healed?.failure).toBeUndefined();
});

it("the least recently used key is evicted first, and listing all keys does not count as use", () => {
  const store = storeUnderTest();
  store.noteAnswer(nameOf("unused"), "", 1);
  store.noteAnswer(nameOf("used"), "", 2);
  for (let page = 2; page < 2_000; page += 1) store.noteAnswer(nameOf(`${page}`), "", page);
  store.get("used");
  expect([...store.all()]).toHaveLength(2_000);
  store.noteAnswer(nameOf("one more"), "", 3);
  expect(["used", "unused"].map((key) => store.get(key)?.entry?.value)).toEqual([2, undefined]);
});

it("the entries of default views are kept, however many keys visitors choose", () => {
  const store = storeUnderTest();
  for (const key of DEFAULT_KEYS) {
    store.noteAnswer(nameOf(key), "", key);
    store.noteError(nameOf(key), http());
  }
  fill((key) => store.noteAnswer(nameOf(key), "", 1));
  fill((key) => store.noteError(nameOf(key), http()));
  for (const key of DEFAULT_KEYS) {
    const expected = { entry: { value: key }, failure: { count: 1 }, lastError: { at: 5 } };
    expect(store.get(key)).toMatchObject(expected);
  }
  // The key whose answer was evicted has only its failure.
  expect([...store.all()]).toHaveLength(2_000 + 1 + DEFAULT_KEYS.length);
});

it("an answer that a visitor chose is not evicted by chosen keys that failed", () => {
  const store = storeUnderTest();
  store.noteAnswer(nameOf("chosen"), "", 1);
  fill((key) => store.noteError(nameOf(key), http()));
  store.noteError(nameOf("chosen"), http());
  expect(store.get("chosen")).toMatchObject({ entry: { value: 1 }, failure: { count: 1 } });
  const last = "trips/search?q=2000";
  expect(store.get(last)).toMatchObject({ failure: { count: 1 } });
  store.noteAnswer(nameOf(last), "", 2);
  expect([...store.all()].filter(({ key }) => key === last)).toMatchObject([
    { entry: { value: 2 } },
  ]);
});

it("the last error of a key has kind, status and time, but no message and no cause", () => {
  const store = storeUnderTest();
  const lastOf = (error: unknown): LastError | undefined => {
    store.noteError(nameOf("k"), error);
    return store.get("k")?.lastError;
  };
  expect(lastOf(http())).toEqual({ kind: "http", status: 503, at: 5 });
  expect(lastOf(circuitOpen())).toEqual({ kind: "circuit-open", status: null, at: 5 });
  expect(lastOf(new Error("a fault of ours"))).toEqual({ kind: "internal", status: null, at: 5 });
  lastOf(new UpstreamError("invalid", "not understood", { cause: "x".repeat(99_999) }));
  expect(store.get("k")?.failure?.error).toMatchObject({ kind: "invalid", cause: undefined });
});
