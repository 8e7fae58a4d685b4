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
const old = answerTo("", { ids: ["2", "3"], total: 30, asOf: NOW - 9000 });
const newer = answerTo("", { ids: ["1", "2"], total: 32 });
const failed = answerTo("", { ids: ["1", "2"], total: 32, state: "stale" });

/** The screen in few words: ids of the rows that are shown, their age and state, and everything else that is not usual. */
function seen(input: Partial<ScreenInput>) {
  const usual = {
    answer: newer,
    address: stateOf(""),
    pendingState: null,
    displayedAnswer: null,
    paused: false,
  };
  const { shown, pending, status, newRows } = screenOf({ ...usual, lostAt: null, ...input });
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
  "read rows in place of newer ones": [
    { displayedAnswer: old },
    ["2,3 of 9 s, fresh", "2 held back"],
  ],
  "read rows with the failure of the newer answer": [
    { displayedAnswer: old, answer: failed },
    ["2,3 of 9 s, stale", "The last refresh failed.", "2 held back"],
  ],
  "rows that have only changed are held back, too": [
    { displayedAnswer: { ...old, view: answerTo("", { ids: ["9"], total: 40 }).view } },
    ["9 of 1 s, fresh", "0 held back"],
  ],
  "the same rows with their newer age": [
    { displayedAnswer: newer, answer: failed },
    ["1,2 of 1 s, stale", "The last refresh failed."],
  ],
  "newer rows than the browser's copy": [{ displayedAnswer: { ...old, from: "cache" } }, [NEWER]],
  "rows of another list": [{ displayedAnswer: answerTo("&page=2", { ids: ["7"] }) }, [NEWER]],
  "another view that is on its way, in place of all": [
    { pendingState: stateOf("&page=3"), displayedAnswer: old },
    [NEWER, "pending trip 3", "no age"],
  ],
  "the filter bar as the address has it": [
    { address: stateOf("&filters=open") },
    [NEWER, "filters open"],
  ],
  "no other view's address": [{ address: stateOf("&page=2&filters=open") }, [NEWER]],
  "figures without a server": [{ lostAt: NOW }, [NEWER, "Not connected since 12:00 UTC."]],
  "since when an answer was the screen's own": [
    { answer: { ...newer, from: "screen", lostAt: NOW - 60_000 }, lostAt: NOW },
    [NEWER, "Not connected since 11:59 UTC."],
  ],
  paused: [{ paused: true }, [NEWER, "Live updates are paused."]],
};

it.each(Object.entries(SCREENS))("what stands on the screen is %s", (_, [input, expected]) =>
  expect(seen(input)).toEqual(expected),
);

describe("what is said of all figures", () => {
  const asOf = NOW - 20_000;
  const usual = { age: { asOf, failed: "none" as const }, paused: false, lostAt: null };
  const after = (ms: number) => {
    const { tone } = statusWords(usual, asOf + ms);
    return [tone, ageWords(tone, asOf, asOf + ms)];
  };

  it("is their age, with a warning when they are three minutes old", () => {
    expect(after(20_000)).toEqual(["good", "Updated 20 s ago"]);
    expect(after(181_000)).toEqual(["watch", "Figures are 3 min old."]);
    expect(statusWords(usual, null)).toEqual({ tone: "good", words: null });
  });

  it("is the worst that is known", () => {
    const all = { age: { asOf, failed: "all" as const }, paused: true, lostAt: NOW };
    const some = { ...all, age: { asOf, failed: "some" as const }, lostAt: null };
    const said = [all, { ...all, lostAt: null }, some, { ...usual, paused: true }];
    expect(said.map((status) => Object.values(statusWords(status, NOW)).join(" "))).toEqual([
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
    "nothing when it opens, also during a failure",
    [status(null, asOf, "fleet"), status(FAILED)],
    [""],
  ],
  ["newer figures", [status(null), status(null, NOW)], [UPDATED]],
  [
    "each failure, also a second one",
    [status(FAILED), status(null, NOW), status(FAILED, NOW), status(FAILED, asOf)],
    [UPDATED, FAILED, FAILED],
  ],
  ["nothing when only the words end", [status(FAILED), status(null)], [""]],
])("what is announced of an open view is %s", (_what, [first, ...changes], said) => {
  let told = { ...status(null), ...first, said: "" };
  const all = changes.map((now) => (told = { ...now, said: announcement(told, now) }).said);
  expect(all).toEqual(said);
});
