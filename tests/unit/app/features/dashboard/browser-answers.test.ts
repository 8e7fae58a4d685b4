import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  answerInBrowser,
  COPY_PREFIX,
  storePaintedAnswer,
  purgeCopies,
} from "~/features/dashboard/browser-answers";
import { answerTo, NOW } from "./answers";

const DAY = 24 * 60 * 60 * 1000;
const PATH = "http://localhost/pulsescout/dashboard?tab=trip";
const copyOf = (query: string) => `${COPY_PREFIX}/pulsescout/dashboard?tab=trip${query}`;

const unreachable = () => Promise.reject(new TypeError("Failed to fetch"));
/** Where the browser's copy of a view comes from while the server answers nothing. */
const sourceOf = (query: string) =>
  answerInBrowser(PATH + query, unreachable).then(
    ({ from }) => from,
    () => "nowhere",
  );

let storage: Record<string, unknown>;
let warn: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  // As much of web storage as is used: keys are own properties of it.
  storage = Object.create({
    getItem: (key: string) => (storage[key] as string | undefined) ?? null,
    setItem: (key: string, value: string) => void (storage[key] = value),
    removeItem: (key: string) => void Reflect.deleteProperty(storage, key),
  }) as Record<string, unknown>;
  vi.stubGlobal("localStorage", storage);
  warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  storePaintedAnswer(null);
});

it("a view that was shown before comes from the browser's copy, for 24 hours", async () => {
  storePaintedAnswer(answerTo("&page=2"));
  expect(JSON.parse(storage[copyOf("&page=2")] as string)).toMatchObject({ timestamp: NOW });
  storePaintedAnswer(answerTo(""));
  vi.advanceTimersByTime(DAY - 1);
  const ask = vi.fn(unreachable);
  const answer = await answerInBrowser(`${PATH}&page=2&filters=open`, ask);
  expect(answer).toEqual({ ...answerTo("&page=2"), from: "cache" });
  expect(ask).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(await sourceOf("&page=2")).toBe("nowhere");
});

it("what is painted stays while the server cannot be reached, and says since when", async () => {
  storePaintedAnswer(answerTo(""));
  const kept = await answerInBrowser(PATH, unreachable);
  expect(kept).toEqual({ ...answerTo(""), from: "screen", lostAt: kept.lostAt });
  expect(kept.lostAt).toBeTypeOf("number");
  storePaintedAnswer({ ...kept, lostAt: 5 });
  expect((await answerInBrowser(PATH, unreachable)).lostAt).toBe(5);
});

it("an answer from the browser is not copied as if it were new", async () => {
  storePaintedAnswer(answerTo(""));
  vi.advanceTimersByTime(DAY);
  storePaintedAnswer({ ...answerTo(""), from: "screen" });
  storePaintedAnswer(answerTo("&page=2"));
  expect(await sourceOf("")).toBe("nowhere");
});

it("a redirect of the server is followed", async () => {
  storePaintedAnswer(answerTo(""));
  const elsewhere = new Response(null, { status: 302 });
  // As Remix throws it.
  const lead = () => {
    throw elsewhere;
  };
  await expect(answerInBrowser(PATH, () => Promise.resolve().then(lead))).rejects.toBe(elsewhere);
});

it("copies that cannot be shown any more are purged, and nothing of others", () => {
  storePaintedAnswer(answerTo(""));
  vi.advanceTimersByTime(DAY);
  storePaintedAnswer(answerTo("&page=2"));
  const ofOlderPage = JSON.stringify({ data: { version: 1, answer: {} }, timestamp: Date.now() });
  Object.assign(storage, { theirs: "{", [copyOf("&page=3")]: ofOlderPage });
  for (const text of ["{", "[1]", "null"]) storage[COPY_PREFIX + text] = text;
  purgeCopies();
  expect(Object.keys(storage).sort()).toEqual([copyOf("&page=2"), "theirs"]);
});

it("there are 40 copies at most; the oldest make room", async () => {
  for (let page = 2; page < 62; page += 1) {
    storePaintedAnswer(answerTo(`&page=${page}`));
    vi.advanceTimersByTime(1);
  }
  expect(Object.keys(storage)).toHaveLength(40);
  storePaintedAnswer(null);
  expect([await sourceOf("&page=61"), await sourceOf("&page=2")]).toEqual(["cache", "nowhere"]);
});

it("storage that is full or forbidden is only logged", async () => {
  const refuse = () => {
    throw new Error("forbidden");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  storePaintedAnswer(answerTo(""));
  expect(await sourceOf("&page=2")).toBe("nowhere");
  expect(warn).toHaveBeenCalledTimes(2);
});
