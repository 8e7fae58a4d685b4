import type { DashboardAnswer } from "~/features/dashboard/browser-answers";
import { parseDashboardState } from "~/features/dashboard/dashboard-url";
import { told, unknownTrip } from "./trips/told-trips";

export const NOW = Date.UTC(2026, 0, 1, 12);

interface AnswerParts {
  ids?: string[];
  total?: number;
  asOf?: number;
  state?: "fresh" | "refreshing" | "stale";
}

/** The server's answer to a query of the trip tab, with one row per id. */
export function answerTo(query: string, parts: AnswerParts = {}): DashboardAnswer {
  const { ids = [], total = ids.length, asOf = NOW - 1000, state = "fresh" } = parts;
  const value = { trips: ids.map((id) => ({ ...unknownTrip, id })), pagination: told(1, total) };
  const trips = { page: { value, asOf, state }, filters: { error: "no countries today" } };
  const view = parseDashboardState(new URLSearchParams(`tab=trip${query}`));
  return { view: { state: view, fleet: null, trips, newestTrip: null }, sandbox: true };
}
