import type { DashboardAnswer } from "~/features/dashboard/dashboard-view";
import { parseDashboardState } from "~/features/dashboard/dashboard-url";
import { told, unknownTrip } from "./trips/told-trips";

/** Later than the real clock, whose monotonic part no test replaces. */
export const NOW = Date.UTC(2100, 0, 1, 12);

interface AnswerParts {
  ids?: string[];
  asOf?: number;
  state?: "fresh" | "refreshing" | "stale";
}

/** The server's answer to a query of the trip tab, with one row per id. */
export function answerTo(query: string, parts: AnswerParts = {}) {
  const { ids = [], asOf = NOW - 1000, state = "fresh" } = parts;
  const rows = ids.map((id) => ({ ...unknownTrip, id }));
  const trips = { value: { trips: rows, pagination: told(1, ids.length) }, asOf, state };
  return {
    state: parseDashboardState(new URLSearchParams(`tab=trip${query}`)),
    results: { trips },
    errors: { filters: "no countries today" },
    newestTrip: null,
    sandbox: true,
    build: "a1",
  } satisfies DashboardAnswer;
}
