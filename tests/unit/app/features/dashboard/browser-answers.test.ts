import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  acceptNewerRows,
  answerInBrowser,
  COPY_PREFIX,
  keepDisplayed,
  purgeCopies,
  type DashboardAnswer,
} from "~/features/dashboard/browser-answers";
import type { DashboardView } from "~/features/dashboard/dashboard-view";
import { answerTo, NOW } from "./answers";

const DAY = 24 * 60 * 60 * 1000;
const PATH = "http://localhost/pulsescout/dashboard?tab=trip";

const unreachable = () => Promise.reject(new TypeError("Failed to fetch"));
const ask = (query: string, askServer: () => Promise<DashboardView>) =>
  answerInBrowser(new Request(PATH + query), askServer);
const askFor = (answer: DashboardView) => ask("", () => Promise.resolve(answer));
/** Whether a view is in the browser's copies, while the server is unreachable. */
const isCopied = (query: string) =>
  ask(query, unreachable).then(
    ({ isCopy }) => isCopy,
    () => false,
  );
const idsOf = ({ trips }: DashboardAnswer) =>
  trips && "value" in trips.page ? trips.page.value.trips.map(({ id }) => id).join() : null;

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
  keepDisplayed(null);
  vi.advanceTimersByTime(4_000); // until messages have disappeared
});

it("a view that was displayed before comes from the browser's copy, for 24 hours", async () => {
  keepDisplayed(answerTo("&page=2"));
  const [key = ""] = Object.keys(storage);
  expect(key.startsWith(COPY_PREFIX)).toBe(true);
  expect(JSON.parse(storage[key] as string)).toEqual({ data: answerTo("&page=2"), timestamp: NOW });
  keepDisplayed(answerTo(""));
  vi.advanceTimersByTime(DAY - 1);
  const askServer = vi.fn(unreachable);
  const answer = await ask("&page=2&x=1", askServer);
  expect(answer).toEqual({ ...answerTo("&page=2"), isCopy: true });
  expect(askServer).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(await isCopied("&page=2")).toBe(false);
});

it("the displayed view stays while the server is unreachable, and states since when", async () => {
  keepDisplayed({ ...answerTo(""), isCopy: true });
  const answer = await ask("", unreachable);
  expect(answer).toEqual({ ...answerTo(""), isCopy: false, lostAt: answer.lostAt });
  expect(answer.lostAt).toBeTypeOf("number");
  keepDisplayed({ ...answer, lostAt: 5 });
  expect((await ask("", unreachable)).lostAt).toBe(5);
});

it("an answer that comes from the browser itself is not stored as a new copy", () => {
  keepDisplayed({ ...answerTo(""), lostAt: 5 });
  keepDisplayed({ ...answerTo(""), isCopy: true });
  expect(Object.keys(storage)).toEqual([]);
});

it("displayed figures that the server has lost stay for a day, marked as stale", async () => {
  const displayed = answerTo("", { ids: ["1"] });
  const error = { error: "away" };
  const failed = { ...answerTo(""), trips: { page: error, filters: error } };
  keepDisplayed(displayed);
  const kept = await askFor(failed);
  expect(kept.trips?.page).toEqual({ ...displayed.trips.page, state: "stale" });
  vi.advanceTimersByTime(DAY);
  expect((await askFor(failed)).trips?.page).toEqual(error);
});

it("rows that are being read stay with their age until the newer ones are asked for", async () => {
  const [older, newer] = [answerTo("", { ids: ["1"], asOf: 1 }), answerTo("", { ids: ["2"] })];
  keepDisplayed({ ...older, isCopy: true });
  expect(idsOf(await askFor(newer))).toBe("2");
  keepDisplayed(older);
  expect(await askFor(newer)).toMatchObject({ ...older, hasNewerRows: true });
  expect(await askFor(older)).not.toHaveProperty("hasNewerRows");
  acceptNewerRows();
  expect(await askFor(newer)).toEqual(newer);
});

it("a move without an answer keeps the displayed view, or fails where the address is another already", async () => {
  vi.stubGlobal("window", { location: new URL(`${PATH}&page=2`) });
  keepDisplayed(answerTo("&page=2"));
  const failed = (query: string) =>
    ask(query, unreachable).catch((thrown: unknown) => thrown) as Promise<Response>;
  const { headers } = await failed("&page=3");
  expect(headers.get("Location")).toBe("/pulsescout/dashboard?tab=trip&page=2");
  expect(headers.get("X-Remix-Replace")).toBe("true");
  vi.stubGlobal("window", { location: new URL(`${PATH}&page=3`) });
  expect(await failed("&page=3")).toMatchObject({ status: 504 });
});

it("a redirect from the server is passed on", async () => {
  keepDisplayed(answerTo(""));
  const redirect = new Response(null, { status: 302 });
  // Remix throws a redirect as a Response.
  const fail = () => {
    throw redirect;
  };
  await expect(ask("", () => Promise.resolve().then(fail))).rejects.toBe(redirect);
});

it("unusable copies are removed, and entries of other owners stay", () => {
  keepDisplayed(answerTo(""));
  vi.advanceTimersByTime(DAY);
  Object.assign(storage, { theirs: "{", [`${COPY_PREFIX}{`]: "{", [`${COPY_PREFIX}4_/`]: "null" });
  purgeCopies();
  expect(Object.keys(storage)).toEqual(["theirs"]);
});

it("at most 40 copies are stored; the oldest are removed first", async () => {
  for (let page = 2; page < 62; page += 1) {
    keepDisplayed(answerTo(`&page=${page}`));
    vi.advanceTimersByTime(1);
  }
  expect(Object.keys(storage)).toHaveLength(40);
  keepDisplayed(null);
  expect([await isCopied("&page=61"), await isCopied("&page=2")]).toEqual([true, false]);
});

it("an error of full or forbidden storage is only logged", async () => {
  const refuse = () => {
    throw new Error("forbidden");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  keepDisplayed(answerTo(""));
  expect(await isCopied("&page=2")).toBe(false);
  expect(warn).toHaveBeenCalled();
});

it("after a release a poll keeps the page, and the next move is a document", async () => {
  const assign = vi.fn();
  vi.stubGlobal("window", { location: { assign } });
  const released = (query: string) => ({ ...answerTo(query), build: "b2" });
  keepDisplayed(answerTo(""));
  const polled = await askFor(released(""));
  keepDisplayed(polled);
  expect(assign).not.toHaveBeenCalled();
  const move = ask("&page=2", () => Promise.resolve(released("&page=2")));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(`${PATH}&page=2`));
  expect(await Promise.race([move, Promise.resolve("pending")])).toBe("pending");
});
