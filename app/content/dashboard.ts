/** Headings of the dashboard's pages, and last parts of their breadcrumb `Pages / …`. */
export const dashboardScreens = {
  "fleet-overview": { heading: "Fleet Overview", breadcrumb: "Dashboard" },
  trip: { heading: "Trip Summary", breadcrumb: "Trip Management Section" },
  driver: { heading: "Driver Management", breadcrumb: "Dashboard" },
  settings: { heading: "Settings", breadcrumb: "Dashboard" },
  report: { heading: "Trip Report", breadcrumb: "Trip Report" },
} as const;

/** The fleet's totals by the names of the figures. A measure has three decimals. */
export const fleetTotals = [
  {
    name: "totalTrips",
    title: "Total Trips",
    caption: "Data Points Collected",
    kind: "count",
    unit: null,
  },
  {
    name: "distanceCovered",
    title: "Distance Covered",
    caption: "Kilometers Traveled",
    kind: "measure",
    unit: { short: "km", spoken: "kilometers" },
  },
  {
    name: "totalBeats",
    title: "Total Beats",
    caption: "Beats Collected",
    kind: "measure",
    unit: null,
  },
  {
    name: "totalHours",
    title: "Total Hours",
    caption: "Hours of activity",
    kind: "count",
    unit: { short: "h", spoken: "hours" },
  },
] as const;

/**
 * The user charts. `placeholder`: the labels of zeros that are drawn without figures; where there are none, a text
 * replaces the chart.
 */
export const chartPanels = {
  totalUsers: {
    title: "Total Users",
    subtitle: "Unique Wallet Addresses",
    columns: ["Month", "Users"],
    kind: "area",
    colour: "text-series-1",
    placeholder: null,
  },
  monthlyUsers: {
    title: "Monthly Active Users",
    subtitle: "Trip in last 30 days",
    columns: ["Month", "Active users"],
    kind: "line",
    colour: "text-series-2",
    placeholder: "months",
  },
  weeklyUsers: {
    title: "Weekly Active Users",
    subtitle: "Trip in last 7 days",
    columns: ["Weekday", "Active users"],
    kind: "bars",
    colour: "text-series-3",
    placeholder: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
  },
  dailyUsers: {
    title: "Daily Active Users",
    subtitle: "Trip in last 24 hours",
    columns: ["Time", "Count"],
    kind: "bars",
    colour: "text-series-4",
    placeholder: ["00", "04", "08", "12", "14", "16", "18"],
  },
} as const;

/**
 * The eight sums of a report. The first five are columns of its table. `lacked`: what those trips lack that are left out
 * of a sum.
 */
export const reportSums = [
  { key: "trips", name: "Trips", kind: "count", lacked: null },
  { key: "distance", name: "Distance", kind: "km", lacked: "distance" },
  { key: "hours", name: "Hours", kind: "count", lacked: "duration" },
  { key: "beats", name: "Beats", kind: "beats", lacked: "beats" },
  { key: "wallets", name: "Wallets", kind: "count", lacked: "wallet" },
  { key: "averageDistance", name: "Average distance", kind: "km", lacked: null },
  { key: "averageDuration", name: "Average duration", kind: "clock", lacked: null },
  { key: "averageSpeed", name: "Average speed", kind: "km/h", lacked: null },
] as const;
