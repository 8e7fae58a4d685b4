import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  answerInBrowser,
  COPY_PREFIX,
  purgeCopies,
  storePaintedAnswer,
  type DashboardAnswer,
} from "~/features/dashboard/browser-answers";
import { answerTo, NOW } from "./answers";

const DAY = 24 * 60 * 60 * 1000;
const PATH = "http://localhost/pulsescout/dashboard?tab=trip";
const copyOf = (query: string) => `${COPY_PREFIX}/pulsescout/dashboard?tab=trip${query}`;

const unreachable = () => Promise.reject(new TypeError("Failed to fetch"));
const ask = (query: string, askServer: () => Promise<DashboardAnswer>) =>
  answerInBrowser(new Request(PATH + query), askServer);
/** Source of a view's answer while the server is unreachable; `nowhere` if there is none. */
const sourceOf = (query: string) =>
  ask(query, unreachable).then(
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
  vi.advanceTimersByTime(4_000); // until messages have disappeared
});

it("a view that was displayed before comes from the browser's copy, for 24 hours", async () => {
  storePaintedAnswer(answerTo("&page=2"));
  expect(JSON.parse(storage[copyOf("&page=2")] as string)).toMatchObject({ timestamp: NOW });
  storePaintedAnswer(answerTo(""));
  vi.advanceTimersByTime(DAY - 1);
  const askServer = vi.fn(unreachable);
  const answer = await ask("&page=2&x=1", askServer);
  expect(answer).toEqual({ ...answerTo("&page=2"), from: "cache" });
  expect(askServer).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(await sourceOf("&page=2")).toBe("nowhere");
});

it("the displayed view stays while the server is unreachable, and states since when", async () => {
  storePaintedAnswer(answerTo(""));
  const answer = await ask("", unreachable);
  expect(answer).toEqual({ ...answerTo(""), from: "screen", lostAt: answer.lostAt });
  expect(answer.lostAt).toBeTypeOf("number");
  storePaintedAnswer({ ...answer, lostAt: 5 });
  expect((await ask("", unreachable)).lostAt).toBe(5);
});

it("an answer that comes from the browser itself is not stored as a new copy", async () => {
  storePaintedAnswer(answerTo(""));
  vi.advanceTimersByTime(DAY);
  storePaintedAnswer({ ...answerTo(""), from: "screen" });
  storePaintedAnswer(answerTo("&page=2"));
  expect(await sourceOf("")).toBe("nowhere");
});

it("displayed figures that the server has lost stay for a day, marked as stale", async () => {
  const displayed = answerTo("", { ids: ["1"] });
  const answer = answerTo("");
  const error = { error: "away" };
  const failed = {
    ...answer,
    view: { ...answer.view, trips: { page: error, filters: error } },
  };
  storePaintedAnswer(displayed);
  const kept = await ask("", () => Promise.resolve(failed));
  expect(kept.view.trips?.page).toEqual({ ...displayed.view.trips?.page, state: "stale" });
  vi.advanceTimersByTime(DAY);
  const later = await ask("", () => Promise.resolve(failed));
  expect(later.view.trips?.page).toEqual(error);
});

it("a move without an answer goes back to the displayed view", async () => {
  storePaintedAnswer(answerTo("&page=2"));
  const back = (await ask("&page=3", unreachable).catch((thrown: unknown) => thrown)) as Response;
  expect(back.headers.get("Location")).toBe("/pulsescout/dashboard?tab=trip&page=2");
  expect(back.headers.get("X-Remix-Replace")).toBe("true");
});

it("a redirect from the server is passed on", async () => {
  storePaintedAnswer(answerTo(""));
  const redirect = new Response(null, { status: 302 });
  // Remix throws a redirect as a Response.
  const fail = () => {
    throw redirect;
  };
  await expect(ask("", () => Promise.resolve().then(fail))).rejects.toBe(redirect);
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
