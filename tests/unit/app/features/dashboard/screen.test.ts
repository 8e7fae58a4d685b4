import { describe, expect, it } from "vitest";
import { parseDashboardState } from "~/features/dashboard/dashboard-url";
import {
  ageWords,
  announcement,
  screenOf,
  statusWords,
  type ScreenInput,
} from "~/features/dashboard/screen";
import { answerTo, NOW } from "./answers";

const stateOf = (query: string) => parseDashboardState(new URLSearchParams(`tab=trip${query}`));
const oldAnswer = answerTo("", { ids: ["2", "3"], total: 30, asOf: NOW - 9000 });
const newAnswer = answerTo("", { ids: ["1", "2"], total: 32 });
const failedAnswer = answerTo("", { ids: ["1", "2"], total: 32, state: "stale" });

/** Summary of the screen: ids, age and state of the displayed rows, and everything that is not the default. */
function summary(input: Partial<ScreenInput>) {
  const base = {
    answer: newAnswer,
    address: stateOf(""),
    pendingState: null,
    displayedAnswer: null,
    paused: false,
  };
  const { shown, pending, status, newRows } = screenOf({ ...base, lostAt: null, ...input });
  const page = shown.trips?.page;
  if (!page || "error" in page) throw new Error("no rows");
  const ids = page.value.trips.map(({ id }) => id).join();
  return [
    `${ids} of ${(NOW - page.asOf) / 1000} s, ${page.state}`,
    shown.state.filters && `filters ${shown.state.filters}`,
    pending && `pending ${pending.tab} ${pending.page}`,
    !status.age && "no age",
    statusWords(status, NOW).words,
    newRows && `${newRows.added} held back`,
  ].filter(Boolean);
}

const NEWER = "1,2 of 1 s, fresh";
const SCREENS: Record<string, [Partial<ScreenInput>, string[]]> = {
  "the newest answer": [{}, [NEWER]],
  "the current rows, not newer ones": [
    { displayedAnswer: oldAnswer },
    ["2,3 of 9 s, fresh", "2 held back"],
  ],
  "the current rows with the failure of the newer answer": [
    { displayedAnswer: oldAnswer, answer: failedAnswer },
    ["2,3 of 9 s, stale", "The last refresh failed.", "2 held back"],
  ],
  "the current rows also when rows have only changed": [
    { displayedAnswer: { ...oldAnswer, view: answerTo("", { ids: ["9"], total: 40 }).view } },
    ["9 of 1 s, fresh", "0 held back"],
  ],
  "unchanged rows with their newer age": [
    { displayedAnswer: newAnswer, answer: failedAnswer },
    ["1,2 of 1 s, stale", "The last refresh failed."],
  ],
  "newer rows, no browser copy": [{ displayedAnswer: { ...oldAnswer, from: "cache" } }, [NEWER]],
  "the rows of another list": [{ displayedAnswer: answerTo("&page=2", { ids: ["7"] }) }, [NEWER]],
  "the loading state of another view": [
    { pendingState: stateOf("&page=3"), displayedAnswer: oldAnswer },
    [NEWER, "pending trip 3", "no age"],
  ],
  "the filter bar as in the address": [
    { address: stateOf("&filters=open") },
    [NEWER, "filters open"],
  ],
  "the answer's state, not another view's": [{ address: stateOf("&page=2&filters=open") }, [NEWER]],
  "when the server was lost": [{ lostAt: NOW }, [NEWER, "Not connected since 12:00 UTC."]],
  "when the server was lost for an answer that comes from the screen": [
    { answer: { ...newAnswer, from: "screen", lostAt: NOW - 60_000 }, lostAt: NOW },
    [NEWER, "Not connected since 11:59 UTC."],
  ],
  "that updates are paused": [{ paused: true }, [NEWER, "Live updates are paused."]],
};

it.each(Object.entries(SCREENS))("the screen shows %s", (_, [input, expected]) =>
  expect(summary(input)).toEqual(expected),
);

describe("the status line", () => {
  const asOf = NOW - 20_000;
  const upToDate = { age: { asOf, failed: "none" as const }, paused: false, lostAt: null };
  const after = (ms: number) => {
    const { tone } = statusWords(upToDate, asOf + ms);
    return [tone, ageWords(tone, asOf, asOf + ms)];
  };

  it("shows the age of the figures, with a warning when they are over three minutes old", () => {
    expect(after(20_000)).toEqual(["good", "Updated 20 s ago"]);
    expect(after(181_000)).toEqual(["watch", "Figures are 3 min old."]);
    expect(statusWords(upToDate, null)).toEqual({ tone: "good", words: null });
  });

  it("shows the most severe problem", () => {
    const all = { age: { asOf, failed: "all" as const }, paused: true, lostAt: NOW };
    const some = { ...all, age: { asOf, failed: "some" as const }, lostAt: null };
    const statuses = [all, { ...all, lostAt: null }, some, { ...upToDate, paused: true }];
    expect(statuses.map((status) => Object.values(statusWords(status, NOW)).join(" "))).toEqual([
      "none Not connected since 12:00 UTC.",
      "bad The last refresh failed.",
      "bad Some figures could not be refreshed.",
      "none Live updates are paused.",
    ]);
  });
});

const asOf = NOW - 20_000;
const FAILED = "The last refresh failed.";
const UPDATED = "Figures updated, as of 1 Jan 2026, 12:00:00 UTC";
const status = (words: string | null, of = asOf, view = "trips") => ({ view, asOf: of, words });
it.each([
  [
    "nothing when the view opens, even during a failure",
    [status(null, asOf, "fleet"), status(FAILED)],
    [""],
  ],
  ["newer figures", [status(null), status(null, NOW)], [UPDATED]],
  [
    "each failure, even a repeated one",
    [status(FAILED), status(null, NOW), status(FAILED, NOW), status(FAILED, asOf)],
    [UPDATED, FAILED, FAILED],
  ],
  ["nothing when a failure ends without newer figures", [status(FAILED), status(null)], [""]],
])("the announcement of an open view is %s", (_name, [first, ...changes], expected) => {
  let last = { ...status(null), ...first, said: "" };
  const all = changes.map((now) => (last = { ...now, said: announcement(last, now) }).said);
  expect(all).toEqual(expected);
});
