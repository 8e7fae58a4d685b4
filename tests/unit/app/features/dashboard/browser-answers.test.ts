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
/** Source of a view's answer while the server is unreachable; `nowhere` if there is none. */
const sourceOf = (query: string) =>
  answerInBrowser(PATH + query, unreachable).then(
    ({ from }) => from,
    () => "nowhere",
  );

let storage: Record<string, unknown>;
let warn: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  // The used part of web storage. Its keys are its own properties.
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

it("a view that was displayed before comes from the browser's copy, for 24 hours", async () => {
  storePaintedAnswer(answerTo("&page=2"));
  expect(JSON.parse(storage[copyOf("&page=2")] as string)).toMatchObject({ timestamp: NOW });
  storePaintedAnswer(answerTo(""));
  vi.advanceTimersByTime(DAY - 1);
  const askServer = vi.fn(unreachable);
  const answer = await answerInBrowser(`${PATH}&page=2&filters=open`, askServer);
  expect(answer).toEqual({ ...answerTo("&page=2"), from: "cache" });
  expect(askServer).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(await sourceOf("&page=2")).toBe("nowhere");
});

it("the displayed view stays while the server is unreachable, and states since when", async () => {
  storePaintedAnswer(answerTo(""));
  const answer = await answerInBrowser(PATH, unreachable);
  expect(answer).toEqual({ ...answerTo(""), from: "screen", lostAt: answer.lostAt });
  expect(answer.lostAt).toBeTypeOf("number");
  storePaintedAnswer({ ...answer, lostAt: 5 });
  expect((await answerInBrowser(PATH, unreachable)).lostAt).toBe(5);
});

it("an answer that comes from the browser itself is not stored as a new copy", async () => {
  storePaintedAnswer(answerTo(""));
  vi.advanceTimersByTime(DAY);
  storePaintedAnswer({ ...answerTo(""), from: "screen" });
  storePaintedAnswer(answerTo("&page=2"));
  expect(await sourceOf("")).toBe("nowhere");
});

it("a redirect from the server is passed on", async () => {
  storePaintedAnswer(answerTo(""));
  const redirect = new Response(null, { status: 302 });
  // Remix throws a redirect as a Response.
  const fail = () => {
    throw redirect;
  };
  await expect(answerInBrowser(PATH, () => Promise.resolve().then(fail))).rejects.toBe(redirect);
});

it("unusable copies are removed, and entries of other owners stay", () => {
  storePaintedAnswer(answerTo(""));
  vi.advanceTimersByTime(DAY);
  storePaintedAnswer(answerTo("&page=2"));
  const ofOlderPage = JSON.stringify({ data: { version: 1, answer: {} }, timestamp: Date.now() });
  Object.assign(storage, { theirs: "{", [copyOf("&page=3")]: ofOlderPage });
  for (const text of ["{", "[1]", "null"]) storage[COPY_PREFIX + text] = text;
  purgeCopies();
  expect(Object.keys(storage).sort()).toEqual([copyOf("&page=2"), "theirs"]);
});

it("at most 40 copies are stored; the oldest are removed first", async () => {
  for (let page = 2; page < 62; page += 1) {
    storePaintedAnswer(answerTo(`&page=${page}`));
    vi.advanceTimersByTime(1);
  }
  expect(Object.keys(storage)).toHaveLength(40);
  storePaintedAnswer(null);
  expect([await sourceOf("&page=61"), await sourceOf("&page=2")]).toEqual(["cache", "nowhere"]);
});

it("an error of full or forbidden storage is only logged", async () => {
  const refuse = () => {
    throw new Error("forbidden");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  storePaintedAnswer(answerTo(""));
  expect(await sourceOf("&page=2")).toBe("nowhere");
  expect(warn).toHaveBeenCalledTimes(2);
});
