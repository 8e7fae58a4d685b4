import { dashboardUrl, type DashboardState, type Tab } from "./dashboard-url";
import { filterWords } from "./trip-filter";

interface TabText {
  heading: string;
  /** Last part of the breadcrumb `Pages / …`. */
  breadcrumb: string;
}

/** Headings and breadcrumbs of the tabs. */
export const tabTexts: Record<Tab, TabText> = {
  "fleet-overview": { heading: "Fleet Overview", breadcrumb: "Dashboard" },
  trip: { heading: "Trip Summary", breadcrumb: "Trip Management Section" },
  driver: { heading: "Driver Management", breadcrumb: "Dashboard" },
  settings: { heading: "Settings", breadcrumb: "Dashboard" },
};

/** Title of a view: the tab's heading, and the filters of the rows. */
export function viewTitle(state: DashboardState = { tab: "fleet-overview", page: 1 }): string {
  return [tabTexts[state.tab].heading, ...filterWords(state)].join(" · ");
}

/** Props of the `DashboardFrame` of a tab. */
export function tabFrame(state: DashboardState) {
  return { home: dashboardUrl(state), tab: state.tab, ...tabTexts[state.tab] };
}
