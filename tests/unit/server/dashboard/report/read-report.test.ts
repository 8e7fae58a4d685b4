import { expect, it, vi } from "vitest";
import { requestedReport } from "server/dashboard/report/read-report.server";

const NEWEST = "2025-03-01";
const read = vi.fn(() => Promise.resolve({}) as never);
/** The data of a form, where the newest trip is of the 1 March. */
const formOf = (days: { from?: string; to?: string }) =>
  requestedReport(
    {
      dashboard: {
        read,
        newestTrip: () => ({ at: Date.parse(NEWEST), old: false }),
      },
      reportDays: { read },
    },
    { by: "day", sort: "day", page: 1, ...days },
  );

it("a report without days is of the seven days up to the newest trip, as are its presets", async () => {
  const { request, presets } = await formOf({});
  expect(request).toMatchObject({ from: "2025-02-23", to: NEWEST });
  expect(presets).toEqual([
    { name: "Yesterday", from: "2025-02-28", to: "2025-02-28" },
    { name: "Last 7 days", from: "2025-02-23", to: NEWEST },
    { name: "Last 30 days", from: "2025-01-31", to: NEWEST },
    { name: "This month", from: NEWEST, to: NEWEST },
  ]);
});

it.each([
  ["2025-08-01", "", /two days/],
  ["2025-08-01", "2025-02-30", /two days/],
  ["<script>", "2025-08-02", /two days/],
  ["2025-08-02", "2025-08-01", /comes before/],
  ["2025-08-01", "2025-09-01", /at most 31 days, and these are 32/],
  ["1000-01-01", "9999-12-31", /these are 3,287,182/],
  ["2025-12-20", "2026-01-19", /^none$/],
  ["9999-12-31", "9999-12-31", /^none$/],
])(
  "of the days from %s to %s the form says %s, and nothing is read for invalid ones",
  async (from, to, words) => {
    const { problem } = await formOf({ from, to });
    expect(problem ?? "none").toMatch(words);
    expect(read).toHaveBeenCalledTimes(problem === null ? 1 : 0);
  },
);
