import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  answerInBrowser,
  noteOnScreen,
  type DashboardAnswer,
} from "~/features/dashboard/view-loading";
import { parseDashboardState } from "~/features/dashboard/dashboard-url";
import { told } from "./trips/told-trips";

const NOW = Date.UTC(2026, 0, 1);
const PATH = "http://localhost/pulsescout/dashboard?tab=trip";

/** The server's answer to a query, with no trips in it. */
function answerTo(query: string): DashboardAnswer {
  const block = <T>(value: T) => ({ value, asOf: NOW - 1000, state: "fresh" as const });
  const trips = {
    page: block({ trips: [], pagination: told(1, 0) }),
    filters: { error: "no countries today" },
  };
  const state = parseDashboardState(new URLSearchParams(`tab=trip${query}`));
  return { view: { state, fleet: null, trips, newestTrip: null }, sandbox: "Sandbox data." };
}

const unreachable = () => Promise.reject(new TypeError("Failed to fetch"));

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => {
  noteOnScreen(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("a view that was shown before comes from the browser's cache", async () => {
  noteOnScreen(answerTo("&page=2"));
  noteOnScreen(answerTo(""));
  vi.advanceTimersByTime(5000);
  const ask = vi.fn(unreachable);
  const answer = await answerInBrowser(`${PATH}&page=2&filters=open`, ask);
  expect(ask).not.toHaveBeenCalled();
  expect(answer.from).toBe("cache");
  expect(answer.view.state).toMatchObject({ page: 2, filtersOpen: true });
});

it("what is on the screen stays while the server cannot be reached, and says since when", async () => {
  vi.stubGlobal("localStorage", undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  noteOnScreen(answerTo(""));
  const { view, from, lostAt } = await answerInBrowser(PATH, unreachable);
  expect(from).toBe("screen");
  expect(view).toEqual(answerTo("").view);
  noteOnScreen({ ...answerTo(""), from: "screen", lostAt: 5 });
  expect((await answerInBrowser(PATH, unreachable)).lostAt).toBe(5);
  expect(lostAt).toBeTypeOf("number");
});

it("an answer from the browser is not kept as if it were new", async () => {
  noteOnScreen(answerTo(""));
  noteOnScreen({ ...answerTo(""), from: "screen" });
  vi.advanceTimersByTime(5000);
  noteOnScreen({ ...answerTo(""), from: "screen" });
  noteOnScreen(answerTo("&page=2"));
  const cached = await answerInBrowser(PATH, unreachable);
  expect(cached.from).toBe("cache");
  expect(cached.lostAt).toBeUndefined();
});

it("a redirect of the server is followed", async () => {
  noteOnScreen(answerTo(""));
  const elsewhere = new Response(null, { status: 302 });
  // As Remix throws it.
  const lead = () => {
    throw elsewhere;
  };
  await expect(answerInBrowser(PATH, () => Promise.resolve().then(lead))).rejects.toBe(elsewhere);
});
