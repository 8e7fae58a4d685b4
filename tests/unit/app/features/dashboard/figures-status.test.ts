import { expect, it } from "vitest";
import { viewAge } from "~/features/dashboard/dashboard-view";
import { statusOf } from "~/features/dashboard/figures-status";
import { answerTo, NOW } from "./answers";

const stale = answerTo("", { state: "stale" });

it.each([
  ["good figures", answerTo("", { asOf: NOW - 20_000 }), null, "good "],
  ["figures older than three minutes", answerTo("", { asOf: NOW - 181_000 }), null, "watch "],
  ["a failed refresh", stale, null, "bad The last refresh failed."],
  ["a lost server, whatever else", stale, NOW, "none No answer since 12:00 UTC."],
])("the status of %s", (_, answer, lostAt, expected) => {
  const { tone, words } = statusOf({ age: viewAge(answer), lostAt }, NOW);
  expect(`${tone} ${words}`).toBe(expected);
});
