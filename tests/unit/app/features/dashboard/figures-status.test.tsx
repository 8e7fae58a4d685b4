import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { viewAge } from "~/features/dashboard/dashboard-view";
import { AsOf, FiguresStatus } from "~/features/dashboard/figures-status";
import { answerTo, NOW } from "./answers";

const textOf = (node: ReactElement) => renderToStaticMarkup(node).replace(/<[^>]+>/g, "");
const TIME = "As of 1 Jan 2100, 11:59:59 UTC ";

it.each([
  ["good figures", answerTo(""), undefined, TIME],
  ["a failed refresh", answerTo("", { state: "stale" }), undefined, `A refresh failed. ${TIME}`],
  [
    "a lost server, whatever else",
    answerTo("", { state: "stale" }),
    NOW,
    `No answer since 12:00 UTC. ${TIME}`,
  ],
])("the status of %s", (_, answer, lostAt, expected) => {
  expect(textOf(<FiguresStatus age={viewAge(answer)} lostAt={lostAt} />)).toBe(expected);
});

it("the stamp of a block shows a time in UTC, and that the block's last refresh failed", () => {
  const at = Date.UTC(2025, 7, 19, 23, 51, 7);
  const stamp = <AsOf asOf={at} state="stale" />;
  expect(textOf(stamp)).toBe("The last refresh failed. As of 19 Aug 2025, 23:51:07 UTC");
  expect(renderToStaticMarkup(stamp)).toContain('dateTime="2025-08-19T23:51:07Z"');
});
