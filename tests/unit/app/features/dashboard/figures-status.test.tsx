import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { viewAge } from "~/features/dashboard/dashboard-view";
import { AsOf, statusOf } from "~/features/dashboard/figures-status";
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

it("the stamp of a block shows a time in UTC, and that the block's last refresh failed", () => {
  const at = Date.UTC(2025, 7, 19, 23, 51, 7);
  const stamp = renderToStaticMarkup(<AsOf asOf={at} state="stale" />);
  expect(stamp.replace(/<[^>]+>/g, "")).toBe(
    "The last refresh failed. As of 19 Aug 2025, 23:51:07 UTC",
  );
  expect(stamp).toContain('dateTime="2025-08-19T23:51:07Z"');
});
