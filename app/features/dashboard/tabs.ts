import { dashboardUrl, type DashboardState, type Tab } from "./dashboard-url";

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

/** What the frame around a tab needs to know. */
export function tabFrame(state: DashboardState) {
  return { home: dashboardUrl(state), tab: state.tab, ...tabTexts[state.tab] };
}
