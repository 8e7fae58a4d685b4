import type { DashboardState } from "./dashboard-url";
import { filterWords } from "./filter-texts";

/** Headings, last parts of the breadcrumb `Pages / …`, and labels in the menu. */
export const screenTexts = {
  "fleet-overview": { heading: "Fleet Overview", breadcrumb: "Dashboard", menu: "Fleet Overview" },
  trip: { heading: "Trip Summary", breadcrumb: "Trip Management Section", menu: "Trip" },
  driver: { heading: "Driver Management", breadcrumb: "Dashboard" },
  settings: { heading: "Settings", breadcrumb: "Dashboard" },
  report: { heading: "Trip Report", breadcrumb: "Trip Report" },
};

export type DashboardScreen = keyof typeof screenTexts;

/** Title of a view: the tab's heading, and the filters of the rows. */
export function viewTitle(state: DashboardState = { tab: "fleet-overview", page: 1 }): string {
  return [screenTexts[state.tab].heading, ...filterWords(state)].join(" · ");
}
