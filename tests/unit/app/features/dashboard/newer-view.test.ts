import { beforeEach, expect, it, vi } from "vitest";
import { updatedView } from "~/features/dashboard/newer-view";
import { answerTo, NOW } from "./answers";

beforeEach(() => void vi.useFakeTimers({ now: NOW }));

it("displayed figures that the server has lost stay for a day, marked as stale", () => {
  const displayed = answerTo("", { ids: ["1"] });
  const error = { error: "away" };
  const failed = { ...answerTo(""), trips: { page: error, filters: error } };
  const { page } = displayed.trips;
  expect(updatedView(displayed, failed).trips?.page).toEqual({ ...page, state: "stale" });
  vi.advanceTimersByTime(24 * 60 * 60 * 1000);
  expect(updatedView(displayed, failed).trips?.page).toEqual(error);
});

it("rows that are being read stay with their age, unless they are a copy's", () => {
  const [older, newer] = [answerTo("", { ids: ["1"], asOf: 1 }), answerTo("", { ids: ["2"] })];
  expect(updatedView({ ...older, isCopy: true }, newer)).toEqual(newer);
  expect(updatedView(older, newer)).toMatchObject({ ...older, hasNewerRows: true });
  expect(updatedView(older, { ...older, sandbox: false })).not.toHaveProperty("hasNewerRows");
});
