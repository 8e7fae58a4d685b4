import { expect, it } from "vitest";
import { statusOf } from "~/features/dashboard/figures-status";
import { answerTo, NOW } from "./answers";

const stale = answerTo("", { state: "stale" });

it.each([
  ["good figures", answerTo("", { asOf: NOW - 20_000 }), "good "],
  ["figures older than three minutes", answerTo("", { asOf: NOW - 181_000 }), "watch "],
  ["a failed refresh", stale, "bad The last refresh failed."],
  ["a lost server, whatever else", { ...stale, lostAt: NOW }, "none No answer since 12:00 UTC."],
])("the status of %s", (_, answer, expected) => {
  const { tone, words, asOf } = statusOf(answer, NOW);
  expect(`${tone} ${words}`).toBe(expected);
  expect(asOf).toBe(answer.trips.page.asOf);
});
