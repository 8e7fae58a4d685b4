import { describe, expect, it } from "vitest";
import { ageWords, pageOf, screenOf, statusWords } from "~/features/dashboard/screen";
import { answerTo, NOW } from "./answers";

const opened = answerTo("", { ids: ["2", "3"], total: 30, asOf: NOW - 9000 }).view;
const newer = answerTo("", { ids: ["1", "2"], total: 32, state: "stale" }).view;
const failed = answerTo("").view;

it.each([
  ["the opened rows with the state of the newer answer", opened, newer, "2,3 of 9 s, stale", true],
  ["the same rows with their newer age", newer, newer, "1,2 of 1 s, stale", false],
  ["the only rows", { ...failed, trips: null }, newer, "1,2 of 1 s, stale", false],
])("the screen shows %s", (_, before, now, expected, hasOtherRows) => {
  const screen = screenOf(before, now);
  const page = pageOf(screen.shown);
  const ids = page?.value.trips.map(({ id }) => id).join();
  const age = (NOW - (page?.asOf ?? 0)) / 1000;
  expect([`${ids} of ${age} s, ${page?.state}`, screen.hasOtherRows]).toEqual([
    expected,
    hasOtherRows,
  ]);
});

describe("the status line", () => {
  const asOf = NOW - 20_000;
  const upToDate = { age: { asOf, failed: "none" as const }, lostAt: null };
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
    const all = { age: { asOf, failed: "all" as const }, lostAt: NOW };
    const some = { age: { asOf, failed: "some" as const }, lostAt: null };
    const statuses = [all, { ...all, lostAt: null }, some];
    expect(statuses.map((status) => Object.values(statusWords(status, NOW)).join(" "))).toEqual([
      "none No answer since 12:00 UTC.",
      "bad The last refresh failed.",
      "bad Some figures could not be refreshed.",
    ]);
  });
});
