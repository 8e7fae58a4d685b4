import { expect, it } from "vitest";
import type { DashboardAnswer } from "~/features/dashboard/newer-view";
import { waitAfter } from "~/features/dashboard/use-view-poll";
import { answerTo } from "./answers";

const fresh = answerTo("", { ids: ["1"] });
const refreshing = answerTo("", { ids: ["1"], state: "refreshing" });

it.each<[string, DashboardAnswer[], number[]]>([
  ["every 30 s", [fresh, fresh], [30, 30]],
  ["once more after 2 s while figures are refreshed", [refreshing, refreshing, fresh], [2, 30, 30]],
  ["after 2 s for each refresh", [refreshing, fresh, refreshing], [2, 30, 2]],
  ["at once after the browser's own copy", [{ ...refreshing, isCopy: true }, refreshing], [0, 2]],
  ["every 30 s while no answer comes", [{ ...refreshing, isCopy: true, lostAt: 1 }], [30]],
])("an open page asks %s", (_, answers, seconds) => {
  let last: number | null = null;
  const waits = answers.map((answer) => (last = waitAfter(answer, last)));
  expect(waits).toEqual(seconds.map((wait) => wait * 1000));
});
