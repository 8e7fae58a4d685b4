import type { DashboardState, Tab } from "./dashboard-url";
import { filterWords } from "./filter-texts";

/** A page of the dashboard: a tab, or the trip report. */
export type DashboardScreen = Tab | "report";

interface ScreenText {
  heading: string;
  /** Last part of the breadcrumb `Pages / …`. */
  breadcrumb: string;
}

/** Headings and breadcrumbs of the dashboard's pages. */
export const screenTexts: Record<DashboardScreen, ScreenText> = {
  "fleet-overview": { heading: "Fleet Overview", breadcrumb: "Dashboard" },
  trip: { heading: "Trip Summary", breadcrumb: "Trip Management Section" },
  driver: { heading: "Driver Management", breadcrumb: "Dashboard" },
  settings: { heading: "Settings", breadcrumb: "Dashboard" },
  report: { heading: "Trip Report", breadcrumb: "Trip Report" },
};

/** Title of a view: the tab's heading, and the filters of the rows. */
export function viewTitle(state: DashboardState = { tab: "fleet-overview", page: 1 }): string {
  return [screenTexts[state.tab].heading, ...filterWords(state)].join(" · ");
}
